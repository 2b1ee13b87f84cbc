'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = id => document.getElementById(id);
  tables.table(byId('rows'), data.columns, data.rows);
  if (data.common.length > 0) byId('common').textContent = 'In all rows: ' + tables.sentence(data.commonColumns, data.common) + '.';
  tables.table(byId('facts'), [{ name: 'property', as: 'text' }, { name: 'value', as: 'text' }], data.facts);
  for (const warning of data.warnings) {
    const item = document.createElement('li');
    item.textContent = warning;
    byId('warnings').append(item);
  }
  byId('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
  });
  document.documentElement.dataset.ready = 'yes';
})();
