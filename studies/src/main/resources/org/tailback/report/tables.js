'use strict';
// numbers as people write them, and tables that sort
const tables = (() => {
  // ---- texts ----
  const rounded = (value, digits = 4) => Number(value.toPrecision(digits)).toString();
  // as org.tailback.units.Readable and SizeUnits: four significant digits, no digit before the point replaced by zero
  const four = value => Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
  function scaled(value, base, units) {
    if (value === null) return '-';
    let unit = 0;
    while (unit + 1 < units.length && Math.abs(four(value)) >= base) { value /= base; unit++; }
    return four(value) + '\u00a0' + units[unit];
  }
  function seconds(value) {
    if (!Number.isFinite(value)) return '-';
    if (Math.abs(value) < 1e-15) return '0\u00a0s'; // rounding of sums
    return scaled(value * 1e9, 1000, ['ns', 'us', 'ms', 's']);
  }
  const bytes = value => scaled(value, 1000, ['B', 'kB', 'MB', 'GB', 'TB', 'PB']);
  const binaryBytes = value => scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']);
  /** How the sizes of one column are written: in powers of 1024 if all that are large are multiples of it. */
  function sizes(values) {
    const large = values.filter(value => value >= 1024);
    return large.length > 0 && large.every(value => value % 1024 === 0) ? binaryBytes : bytes;
  }
  const count = value => value === null ? '-' : Number(value).toLocaleString('en');
  const penalty = value => value === null || !Number.isFinite(value) ? '-' : rounded(value);
  const writers = { seconds, bytes, count, penalty, percent: v => v === null ? '-' : Math.abs(v) < 1e-9 ? '0\u00a0%' : rounded(100 * v, 3) + '\u00a0%', text: v => String(v) };
  const isText = column => column.as === 'text' || column.as === 'reason';

  /** Lines of a text: what decides, and on request how it came about. */
  function reason(text, open) {
    const lines = text.split('\n');
    if (lines.length === 1) return document.createTextNode(text);
    const details = document.createElement('details');
    details.open = open;
    const summary = document.createElement('summary');
    summary.textContent = (lines.find(line => line.trim().startsWith('penalty')) || lines[0]).trim();
    const all = document.createElement('div');
    all.className = 'reason';
    all.textContent = (summary.textContent === lines[0] ? lines.slice(1) : lines).join('\n');
    details.append(summary, all);
    return details;
  }

  /** A text in which no line ends inside an option of a command. */
  const unbrokenOptions = text => text.split(/(--[a-z-]+)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const option = document.createElement('span');
    option.className = 'option';
    option.textContent = part;
    return option;
  });

  // ---- tables that sort ----
  function table(holder, columns, rows) {
    const element = document.createElement('table');
    const head = element.createTHead().insertRow();
    const body = element.createTBody();
    const limit = 2000;
    const write = columns.map((column, i) => column.as === 'sizes' ? sizes(rows.map(row => row[i])) : writers[column.as]);
    function fill() {
      body.textContent = '';
      for (const row of rows.slice(0, limit)) {
        const line = body.insertRow();
        columns.forEach((column, i) => {
          const cell = line.insertCell();
          if (column.as === 'reason') cell.append(reason(row[i], row === rows[0]));
          else if (column.as === 'text') cell.append(...unbrokenOptions(String(row[i])));
          else cell.textContent = write[i](row[i]);
          if (isText(column)) cell.className = 'text';
        });
      }
      if (rows.length > limit) body.insertRow().insertCell().textContent = '… ' + count(rows.length - limit) + ' more';
    }
    columns.forEach((column, i) => {
      const cell = document.createElement('th');
      cell.scope = 'col';
      if (isText(column)) cell.className = 'text';
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = column.name;
      button.addEventListener('click', () => {
        const down = cell.getAttribute('aria-sort') !== 'descending' && !isText(column) || cell.getAttribute('aria-sort') === 'ascending';
        for (const other of head.cells) other.removeAttribute('aria-sort');
        cell.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        rows = rows.slice().sort((a, b) => {
          const order = isText(column) ? String(a[i]).localeCompare(String(b[i])) : (a[i] ?? -Infinity) - (b[i] ?? -Infinity);
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

  /** The values of one row in words. */
  const sentence = (columns, row) => columns
      .map((column, i) => column.name + ' ' + (column.as === 'sizes' ? sizes([row[i]]) : writers[column.as])(row[i])).join(', ');

  return { rounded, seconds, bytes, sizes, count, table, sentence };
})();
