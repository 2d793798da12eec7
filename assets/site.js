// Adds what a page can do without: sorting, filtering and weighing of tables, copying of code. Reads the page and its address, writes text only.
(() => {
  const query = new URLSearchParams(location.search);
  const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  // The state of all tables stands in the address, so that going back, or a link, restores it.
  const keep = (name, value) => {
    if (value) query.set(name, value);
    else query.delete(name);
    const text = query.toString();
    try {
      history.replaceState(null, "", location.pathname + (text && "?" + text) + location.hash);
    } catch {
      // Refused for some pages opened from a disk; the table works all the same.
    }
  };

  const make = (name, attributes, text = "") => {
    const made = document.createElement(name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    made.textContent = text;
    return made;
  };
  const on = (node, event, act) => node.addEventListener(event, act);
  const headsOf = (table) => [...table.tHead.rows[0].cells];

  const control = (line, name, input, act) => {
    const label = make("label", {}, name);
    label.append(input);
    line.append(label);
    on(input, "input", act);
  };

  const groups = (table) =>
    [...table.tBodies].map((body) => ({
      body,
      head: body.querySelector(".group"),
      rows: [...body.rows].filter((row) => !row.matches(".group")),
    }));

  // What a cell is sorted by: its value, or its text or the number that begins it; null is missing and comes last in both directions.
  const key = (cell, numeric) => {
    const value = cell.dataset.v ?? (cell.matches(".na") ? null : cell.textContent);
    if (!numeric || value === null) return value;
    const read = parseFloat(value.replace("−", "-").replaceAll(",", ""));
    return Number.isNaN(read) ? null : read;
  };

  const sortable = (table) => {
    const heads = headsOf(table);
    const bodies = groups(table);
    if (bodies.every(({ rows }) => rows.length < 2)) return;

    const sort = (at, way) => {
      for (const head of heads) head.ariaSort = null;
      if (way) heads[at].ariaSort = way > 0 ? "ascending" : "descending";
      const numeric = heads[at].matches(".n");
      for (const { body, rows } of bodies) {
        const keyed = rows.map((row) => ({ row, key: key(row.cells[at], numeric) }));
        const compare = (a, b) => way * (numeric ? a - b : words.compare(a, b));
        if (way) keyed.sort((a, b) => (a.key === null) - (b.key === null) || compare(a.key, b.key));
        body.append(...keyed.map(({ row }) => row));
      }
    };

    heads.forEach((head, at) => {
      const link = head.querySelector("a");
      const label = head.textContent.trim();
      if (!label) return;
      const button = make("button", {}, label);
      head.replaceChildren(button);
      if (link) {
        link.title = link.ariaLabel = "Definition of " + label;
        link.textContent = "?";
        head.append(link);
      }
      on(button, "click", () => {
        const way = { ascending: -1, descending: 0 }[head.ariaSort] ?? 1;
        sort(at, way);
        keep(table.id, way && (way < 0 ? "-" : "") + head.dataset.key);
      });
    });

    const [, down, asked] = /(-?)(.*)/.exec(query.get(table.id) ?? "");
    const at = heads.findIndex((head) => head.dataset.key === asked);
    if (at >= 0) sort(at, down ? -1 : 1);
  };

  // Hides rows by words and by the columns that offer a choice; no cell changes.
  const filterable = (table) => {
    const bodies = groups(table);
    const all = bodies.flatMap(({ rows }) => rows);
    const tests = [];
    const count = make("output");
    const filter = () => {
      let left = 0;
      for (const { head, rows } of bodies) {
        const before = left;
        for (const row of rows) left += !(row.hidden = !tests.every((test) => test(row)));
        if (head) head.hidden = left === before;
      }
      count.textContent = left < all.length ? `${left} of ${all.length} rows` : "";
    };
    const line = make("div", { class: "filter" });
    const add = (label, key, input, test) => {
      const name = table.id + "." + key;
      control(line, label, input, () => {
        filter();
        keep(name, input.value.trim());
      });
      input.value = query.get(name) ?? "";
      tests.push(test);
    };

    if (all.length > 15) {
      const input = make("input", { type: "search" });
      const lower = (text) => text.toLowerCase();
      add("Filter", "filter", input, (row) =>
        lower(input.value).split(/\s+/).every((part) => lower(row.textContent).includes(part)));
    }
    headsOf(table).forEach((head, at) => {
      if (!head.matches("[data-choice]")) return;
      const text = (row) => row.cells[at].textContent.trim();
      const select = make("select");
      select.append(new Option("All", ""), ...[...new Set(all.map(text))].map((one) => new Option(one)));
      add(head.textContent, head.dataset.key, select, (row) => ["", text(row)].includes(select.value));
    });
    if (!tests.length) return;
    line.append(count);
    table.parentElement.before(line);
    filter();
  };

  // Ranks anew by loss + λ · share, from the values on the page.
  const weighable = (table) => {
    const keys = headsOf(table).map((head) => head.dataset.key);
    const body = table.tBodies[0];
    const { most, lambda } = table.dataset;
    const shown = make("output");
    const input = make("input", { type: "range", max: most, step: most / 1000 });
    const cell = (row, key) => row.cells[keys.indexOf(key)];
    const value = (row, key) => Number(cell(row, key).dataset.v);
    const set = (row, key, value, text = value) => (cell(row, key).dataset.v = value, cell(row, key).textContent = text);
    const weigh = () => {
      const rows = [...body.rows];
      for (const row of rows) {
        const sum = value(row, "loss") + input.value * value(row, "share");
        set(row, "objective", sum, sum.toFixed(6));
      }
      rows.sort((a, b) => value(a, "objective") - value(b, "objective"));
      rows.forEach((row, at) => set(row, "rank", at + 1));
      body.append(...rows);
      shown.textContent = input.value;
    };
    const line = make("div", { class: "filter" });
    table.parentElement.before(line);
    control(line, "λ", input, () => {
      weigh();
      keep("lambda", input.value);
    });
    line.append(shown);
    input.value = query.get("lambda") ?? lambda;
    weigh();
  };

  const copyable = (block) => {
    const code = block.querySelector("code");
    if (!code) return;
    const button = make("button", { class: "copy" }, "Copy");
    on(button, "click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
      } catch {
        // Without the clipboard: one key away from being copied.
        getSelection().selectAllChildren(code);
        button.textContent = "Selected";
      }
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    const frame = make("div", { class: "code" });
    block.before(frame);
    frame.append(block, button);
  };

  document.querySelectorAll(".table-scroll > table").forEach((table) => {
    filterable(table);
    if (table.dataset.lambda) weighable(table);
    sortable(table);
  });
  document.querySelectorAll("pre").forEach(copyable);
})();
