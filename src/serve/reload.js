// Reloads the page after a build and shows what stopped one. Words are set as text, never as markup.
(() => {
  "use strict";
  let first = null;
  let overlay = null;
  const events = new EventSource("/__events");
  events.addEventListener("built", (event) => {
    if (first === null && overlay === null) first = event.data;
    else if (first !== event.data || overlay !== null) location.reload();
  });
  events.addEventListener("failed", (event) => {
    if (overlay === null) {
      overlay = document.createElement("pre");
      overlay.setAttribute("role", "alert");
      Object.assign(overlay.style, {
        position: "fixed", inset: "auto 0 0 0", zIndex: "9999", margin: "0", padding: "1rem", maxHeight: "60vh",
        overflow: "auto", whiteSpace: "pre-wrap", background: "#2b0b0b", color: "#fff", font: "14px/1.5 monospace",
      });
      document.body.append(overlay);
    }
    overlay.textContent = event.data;
  });
})();
