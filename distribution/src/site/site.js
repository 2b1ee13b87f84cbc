// Search over the index that search-index.js brings, and navigation that is open where there is room for it.
"use strict";
(() => {
  const root = document.body.dataset.root;
  const found = document.getElementById("found");
  const pages = document.getElementById("pages");
  const wide = window.matchMedia("(min-width: 50.01rem)");
  const fit = () => { pages.open = wide.matches; };
  fit();
  wide.addEventListener("change", fit);

  const sections = window.tailbackSections.sections.map(each => ({ ...each, name: `${each.page} ${each.heading}`.toLowerCase(), low: each.text.toLowerCase() }));
  const score = (section, words) => {
    let sum = 0;
    for (const word of words) {
      const inName = section.name.includes(word);
      if (!inName && !section.low.includes(word)) return 0;
      sum += (section.heading.toLowerCase() === word ? 20 : 0) + (inName ? 10 : 0) + Math.min(5, section.low.split(word).length - 1);
    }
    return sum;
  };
  const excerpt = (section, word) => {
    const from = Math.max(0, section.low.indexOf(word) - 60);
    return (from > 0 ? "… " : "") + section.text.slice(from, from + 180) + (section.text.length > from + 180 ? " …" : "");
  };
  const add = (parent, tag, text) => {
    const element = document.createElement(tag);
    element.textContent = text;
    return parent.appendChild(element);
  };
  document.getElementById("search").addEventListener("input", event => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(word => word);
    found.hidden = words.length === 0;
    found.replaceChildren();
    if (found.hidden) return;
    const hits = sections.map(section => ({ section, score: score(section, words) })).filter(hit => hit.score > 0)
      .sort((a, b) => b.score - a.score).slice(0, 15);
    if (hits.length === 0) add(found, "p", "No section has all these words.");
    for (const { section } of hits) {
      const line = add(found, "p", "");
      add(line, "a", section.page === section.heading ? section.page : `${section.page} › ${section.heading}`).href = root + section.url;
      add(line, "small", excerpt(section, words[0]));
    }
  });
})();

// Commands break before options only; longer ones scroll. Each block can be copied.
(() => {
  for (const code of document.querySelectorAll('main pre > code')) {
    const text = code.textContent;
    if (/^(\.\/)?tailback /m.test(text)) {
      code.style.whiteSpace = 'pre-wrap';
      code.replaceChildren(...text.split(/(?=\n)|(?= --[a-z])/).map(part => {
        const span = document.createElement('span');
        span.textContent = part;
        if (part.startsWith(' --')) span.className = 'option';
        return span;
      }));
    }
    const holder = document.createElement('div');
    holder.className = 'code';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'copy';
    button.addEventListener('click', () => (navigator.clipboard?.writeText(text.trimEnd()) ?? Promise.reject()).then(
        () => { button.textContent = 'copied'; setTimeout(() => { button.textContent = 'copy'; }, 1500); },
        () => { button.textContent = 'not allowed here'; }));
    code.parentElement.replaceWith(holder);
    holder.append(code.parentElement, button);
  }
})();
