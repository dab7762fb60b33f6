for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  const first = [...table.tBodies[0].rows];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      // Up, down, and as it was.
      const was = head.getAttribute("aria-sort");
      const up = was !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (was === "descending") {
        table.tBodies[0].append(...first);
        return;
      }
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[column].dataset.n ?? row.cells[column].textContent;
      const missing = (value) => value === "" || value === "–";
      const compare = (a, b) => {
        const [x, y] = [key(a), key(b)];
        if (missing(x) || missing(y)) return missing(x) - missing(y);
        const order = isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y;
        return up ? order : -order;
      };
      table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
    });
  });
}
