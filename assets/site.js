// Adds what a page can do without: sorting and filtering of tables, copying of code. Reads the page and its address, writes text only.
"use strict";
(() => {
  const query = new URLSearchParams(location.search);
  const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  // The state of all tables stands in the address, so that going back, or a link, restores it.
  const remember = (name, value) => {
    if (value) query.set(name, value);
    else query.delete(name);
    const text = query.toString();
    try {
      history.replaceState(null, "", location.pathname + (text && "?" + text) + location.hash);
    } catch {
      // Refused for some pages opened from a disk; the table works all the same.
    }
  };

  const make = (name, attributes, text) => {
    const made = document.createElement(name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text) made.textContent = text;
    return made;
  };

  const groups = (table) =>
    [...table.tBodies].map((body) => ({
      body,
      head: body.querySelector(".group"),
      rows: [...body.rows].filter((row) => !row.matches(".group")),
    }));

  const number = (text) => {
    const found = /^\s*([-−+]?)([\d,.]+)/.exec(text);
    return found ? Number((/[-−]/.test(found[1]) ? "-" : "") + found[2].replaceAll(",", "")) : NaN;
  };

  // What a cell is sorted by; null is missing and comes last in both directions.
  const key = (cell, numeric) => {
    const value = cell.dataset.v;
    if (value === undefined && cell.matches(".na")) return null;
    if (!numeric) return value ?? cell.textContent;
    const read = value === undefined ? number(cell.textContent) : Number(value);
    return Number.isNaN(read) ? null : read;
  };

  const sortable = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    const bodies = groups(table);
    if (bodies.every(({ rows }) => rows.length < 2)) return;

    const sort = (index, direction) => {
      for (const head of heads) head.removeAttribute("aria-sort");
      if (direction) heads[index].setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      const numeric = heads[index].matches(".n");
      for (const { body, rows } of bodies) {
        const keyed = rows.map((row) => ({ row, key: key(row.cells[index], numeric) }));
        if (direction)
          keyed.sort((a, b) => {
            if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
            return direction * (numeric ? a.key - b.key : words.compare(a.key, b.key));
          });
        body.append(...keyed.map(({ row }) => row));
      }
    };

    heads.forEach((head, index) => {
      const link = head.querySelector("a");
      const label = head.textContent.trim();
      if (!label) return;
      const button = make("button", { type: "button" }, label);
      head.replaceChildren(button);
      if (link) {
        link.textContent = "?";
        link.title = "Definition of " + label;
        link.setAttribute("aria-label", link.title);
        head.append(link);
      }
      button.addEventListener("click", () => {
        const direction = { ascending: -1, descending: 0 }[head.getAttribute("aria-sort")] ?? 1;
        sort(index, direction);
        remember(table.id, direction && (direction < 0 ? "-" : "") + head.dataset.key);
      });
    });

    const asked = query.get(table.id);
    if (!asked) return;
    const down = asked.startsWith("-");
    const index = heads.findIndex((head) => head.dataset.key === (down ? asked.slice(1) : asked));
    if (index >= 0) sort(index, down ? -1 : 1);
  };

  const filterable = (table) => {
    const bodies = groups(table);
    const texts = new Map();
    for (const { rows } of bodies) for (const row of rows) texts.set(row, row.textContent.toLowerCase());
    if (texts.size <= 15) return;
    const name = table.id + ".filter";
    const label = make("label", {}, "Filter rows");
    const input = make("input", { type: "search", autocomplete: "off", spellcheck: "false" });
    const count = make("output");
    const line = make("div", { class: "filter" });
    label.append(input);
    line.append(label, count);
    table.parentElement.before(line);

    const filter = () => {
      const parts = input.value.toLowerCase().split(/\s+/);
      let left = 0;
      for (const { head, rows } of bodies) {
        const before = left;
        for (const row of rows) {
          row.hidden = !parts.every((part) => texts.get(row).includes(part));
          left += !row.hidden;
        }
        if (head) head.hidden = left === before;
      }
      count.textContent = left < texts.size ? `${left} of ${texts.size} rows` : "";
    };
    input.addEventListener("input", () => {
      filter();
      remember(name, input.value.trim());
    });
    input.value = query.get(name) ?? "";
    if (input.value) filter();
  };

  const copyable = (block) => {
    const code = block.querySelector("code");
    if (!code) return;
    const button = make("button", { type: "button", class: "copy" }, "Copy");
    button.addEventListener("click", async () => {
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

  for (const table of document.querySelectorAll(".table-scroll > table")) {
    filterable(table);
    sortable(table);
  }
  document.querySelectorAll("pre").forEach(copyable);
})();
