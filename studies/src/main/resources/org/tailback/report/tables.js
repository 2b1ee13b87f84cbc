'use strict';
// numbers as people write them, and tables that sort
const tables = (() => {
  // ---- texts ----
  const rounded = (value, digits = 4) => Number(value.toPrecision(digits)).toString();
  function seconds(value) {
    const size = Math.abs(value);
    if (!Number.isFinite(value)) return '-';
    if (size === 0) return '0 s';
    if (size >= 1) return rounded(value) + ' s';
    if (size >= 1e-3) return rounded(value * 1e3) + ' ms';
    if (size >= 1e-6) return rounded(value * 1e6) + ' µs';
    return rounded(value * 1e9) + ' ns';
  }
  function bytes(value) {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let unit = 0;
    while (Math.abs(value) >= 1024 && unit < units.length - 1) { value /= 1024; unit++; }
    return rounded(value) + ' ' + units[unit];
  }
  const count = value => Number(value).toLocaleString('en');
  const penalty = value => value === null || !Number.isFinite(value) ? '-' : rounded(value);
  const writers = { seconds, bytes, count, penalty, percent: v => v === null ? '-' : rounded(100 * v, 3) + ' %', text: v => String(v) };

  // ---- tables that sort ----
  function table(holder, columns, rows) {
    const element = document.createElement('table');
    const head = element.createTHead().insertRow();
    const body = element.createTBody();
    const limit = 2000;
    function fill() {
      body.textContent = '';
      for (const row of rows.slice(0, limit)) {
        const line = body.insertRow();
        columns.forEach((column, i) => {
          const cell = line.insertCell();
          cell.textContent = writers[column.as](row[i]);
          if (column.as === 'text') cell.className = 'text';
        });
      }
      if (rows.length > limit) body.insertRow().insertCell().textContent = '… ' + count(rows.length - limit) + ' more';
    }
    columns.forEach((column, i) => {
      const cell = document.createElement('th');
      cell.scope = 'col';
      if (column.as === 'text') cell.className = 'text';
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = column.name;
      button.addEventListener('click', () => {
        const down = cell.getAttribute('aria-sort') !== 'descending' && column.as !== 'text' || cell.getAttribute('aria-sort') === 'ascending';
        for (const other of head.cells) other.removeAttribute('aria-sort');
        cell.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        rows = rows.slice().sort((a, b) => {
          const order = column.as === 'text' ? String(a[i]).localeCompare(String(b[i])) : (a[i] ?? -Infinity) - (b[i] ?? -Infinity);
          return down ? -order : order;
        });
        fill();
      });
      cell.append(button);
      head.append(cell);
    });
    fill();
    holder.textContent = '';
    holder.append(element);
  }

  return { rounded, seconds, bytes, count, table };
})();
