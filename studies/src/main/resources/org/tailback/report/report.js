'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = id => document.getElementById(id);
  const style = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const kinds = ['compute', 'send', 'receive', 'wait', 'collective', 'other'];
  const redraws = [];
  const { rounded, seconds, bytes, count, table } = tables;

  // ---- canvases that are sharp and follow the theme ----
  function canvas(id) {
    const element = byId(id);
    const height = Number(element.getAttribute('height'));
    element.style.height = height + 'px';
    return {
      element,
      height,
      begin() {
        const ratio = window.devicePixelRatio || 1;
        const width = element.clientWidth || 900;
        element.width = Math.round(width * ratio);
        element.height = Math.round(height * ratio);
        const context = element.getContext('2d');
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        context.font = '12px system-ui, sans-serif';
        return { context, width, height };
      },
    };
  }
  function timeStep(span, wanted) {
    const power = Math.pow(10, Math.floor(Math.log10(span / wanted)));
    return [1, 2, 5, 10].map(f => f * power).find(step => span / step <= wanted) || 10 * power;
  }
  function timeAxis(context, from, to, left, right, y) {
    context.fillStyle = style('quiet');
    context.textAlign = 'center';
    const step = timeStep(to - from, Math.max(2, (right - left) / 110));
    for (let i = Math.ceil(from / step); i * step <= to; i++) {
      const x = left + (i * step - from) / (to - from) * (right - left);
      context.fillText(seconds(i * step), x, y);
    }
  }
  function hatched(context, kind) {
    // what waits is also hatched, so that colour is not needed to see it
    const tile = document.createElement('canvas');
    tile.width = tile.height = 6;
    const pen = tile.getContext('2d');
    pen.fillStyle = style(kind);
    pen.fillRect(0, 0, 6, 6);
    pen.strokeStyle = style('panel');
    pen.lineWidth = 1;
    pen.beginPath();
    if (kind === 'wait') { pen.moveTo(0, 6); pen.lineTo(6, 0); }
    if (kind === 'receive') { pen.moveTo(0, 3); pen.lineTo(6, 3); }
    if (kind === 'collective') { pen.moveTo(3, 0); pen.lineTo(3, 6); }
    pen.stroke();
    return context.createPattern(tile, 'repeat');
  }

  // ---- head ----
  function addBar(holder, label, share, text) {
    const line = document.createElement('div');
    line.className = 'bar';
    const name = document.createElement('span');
    name.textContent = label;
    const bar = document.createElement('b');
    bar.style.width = (100 * Math.min(1, share)) + '%';
    const value = document.createElement('span');
    value.textContent = text;
    line.append(name, bar, value);
    holder.append(line);
  }
  const longest = Math.max(...data.bounds.map(bound => bound.makespan), 1e-300);
  for (const bound of data.bounds) addBar(byId('bounds'), bound.name, bound.makespan / longest, seconds(bound.makespan));
  byId('bounds-note').textContent = data.boundsNote;

  // ---- overview: the share of the ranks in each state, in bins, and the share that waits for contention ----
  const overview = canvas('overview');
  const shares = (() => {
    const line = data.timeline;
    const bins = data.contention.messages.length;
    const size = Math.max(data.makespan, 1e-12) / bins;
    const states = kinds.map(() => new Float64Array(bins));
    const add = (kind, begin, end, weight) => {
      for (let b = Math.max(0, Math.floor(begin / size)); b < bins && b * size < end; b++) {
        const part = (Math.min(end, (b + 1) * size) - Math.max(begin, b * size)) / size * weight;
        states[kind][b] += Math.max(0, part) / line.rows.length;
      }
    };
    if (line.exact) {
      line.exact.kind.forEach((kind, i) => add(kind, line.exact.begin[i], line.exact.end[i], 1));
    } else {
      const cells = Uint8Array.from(atob(line.cells), c => c.charCodeAt(0));
      for (let row = 0; row < line.rows.length; row++) {
        for (let b = 0; b < line.bins; b++) {
          const cell = 2 * (row * line.bins + b);
          add(cells[cell], b * line.binSeconds, (b + 1) * line.binSeconds, cells[cell + 1] / 255);
        }
      }
    }
    const contention = new Float64Array(bins);
    for (let b = 0; b < bins; b++) {
      const penalty = data.contention.penalty[b];
      const busy = states.reduce((sum, state, kind) => sum + (kind === 0 ? 0 : state[b]), 0);
      contention[b] = penalty > 1 ? busy * (1 - 1 / penalty) : 0;
    }
    return { size, states, contention };
  })();
  function drawOverview() {
    const { context, width, height } = overview.begin();
    const right = width - margin;
    const bottom = height - 22;
    const x = time => left + (time - view.from) / (view.to - view.from) * (right - left);
    const tall = share => Math.max(0, Math.min(1, share)) * (bottom - 6);
    const fills = kinds.map(kind => hatched(context, kind));
    const bins = [...shares.contention.keys()].filter(b => x(b * shares.size) < right && x((b + 1) * shares.size) > left);
    for (const b of bins) {
      const from = Math.floor(Math.max(left, x(b * shares.size)));
      const to = Math.ceil(Math.min(right, x((b + 1) * shares.size)));
      let y = bottom;
      shares.states.forEach((state, kind) => {
        context.fillStyle = fills[kind];
        context.fillRect(from, y - tall(state[b]), to - from, tall(state[b]));
        y -= tall(state[b]);
      });
    }
    if (shares.contention.some(share => share > 0)) {
      for (const [color, thick] of [['paper', 4.5], ['ink', 1.8]]) {
        context.strokeStyle = style(color);
        context.lineWidth = thick;
        context.beginPath();
        for (const b of bins) {
          const y = bottom - tall(shares.contention[b]);
          context.lineTo(Math.max(left, x(b * shares.size)), y);
          context.lineTo(Math.min(right, x((b + 1) * shares.size)), y);
        }
        context.stroke();
      }
    }
    context.fillStyle = style('quiet');
    context.textAlign = 'right';
    context.fillText('100 %', left - 6, 14);
    context.fillText('0', left - 6, bottom);
    timeAxis(context, view.from, view.to, left, right, height - 6);
  }
  redraws.push(drawOverview);

  // ---- timeline ----
  const below = 30; // the time axis
  // all ranks at once: every row has at least a pixel
  byId('timeline').setAttribute('height', String(below + 4 + Math.min(26 * data.timeline.rows.length, Math.max(326, data.timeline.rows.length))));
  const timeline = canvas('timeline');
  const view = { from: 0, to: Math.max(data.makespan, 1e-12), top: 0 };
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = '12px system-ui, sans-serif';
  const widest = names => Math.max(...names.map(name => pen.measureText(name).width));
  const left = Math.max(60, Math.ceil(widest(data.timeline.rows)) + 14);
  const margin = 44; // on the right, so that both time axes stand one above the other
  const rows = data.timeline.rows;
  const used = new Set();
  const dense = data.timeline.cells ? Uint8Array.from(atob(data.timeline.cells), c => c.charCodeAt(0)) : null;
  const exact = data.timeline.exact;
  const rowStart = [];
  if (exact) {
    let at = 0;
    for (let row = 0; row < rows.length; row++) {
      rowStart.push(at);
      while (at < exact.row.length && exact.row[at] === row) at++;
    }
    rowStart.push(at);
    exact.kind.forEach(kind => used.add(kind));
  } else {
    for (let i = 0; i < dense.length; i += 2) if (dense[i + 1] > 0) used.add(dense[i]);
  }
  const flattest = (timeline.height - below - 4) / rows.length;
  let tall = flattest;
  const shownRows = () => Math.min(rows.length, Math.floor((timeline.height - below - 4) / tall + 1e-9));
  function tallen(factor) {
    const middle = view.top + shownRows() / 2;
    tall = Math.min(Math.max(26, flattest), Math.max(flattest, tall * factor));
    view.top = middle - shownRows() / 2;
    drawTimeline();
  }
  function drawTimeline() {
    const { context, width, height } = timeline.begin();
    const right = width - margin;
    const shown = shownRows();
    view.top = Math.max(0, Math.min(view.top, rows.length - shown));
    const fills = kinds.map(kind => tall >= 6 ? hatched(context, kind) : style(kind));
    const scale = (right - left) / (view.to - view.from);
    context.textAlign = 'right';
    let labelled = -20;
    for (let i = 0; i < shown && view.top + i < rows.length; i++) {
      const row = Math.floor(view.top) + i;
      const y = 4 + i * tall;
      if (y - labelled >= 14) {
        context.fillStyle = style('quiet');
        context.fillText(rows[row], left - 6, y + Math.max(9, Math.min(tall, 14) - 2));
        labelled = y;
      }
      const thick = tall > 6 ? tall - 2 : tall;
      if (exact) {
        let last = -1;
        for (let at = rowStart[row]; at < rowStart[row + 1]; at++) {
          if (exact.end[at] < view.from || exact.begin[at] > view.to) continue;
          const x1 = Math.max(left, left + (exact.begin[at] - view.from) * scale);
          const x2 = Math.min(right, left + (exact.end[at] - view.from) * scale);
          if (x2 - x1 < 0.5 && x2 - last < 0.5) continue; // many in one pixel
          context.fillStyle = fills[exact.kind[at]];
          context.fillRect(x1, y, Math.max(0.5, x2 - x1), thick);
          last = x2;
        }
      } else {
        const bin = data.timeline.binSeconds;
        const bins = data.timeline.bins;
        for (let b = Math.max(0, Math.floor(view.from / bin)); b < bins && b * bin < view.to; b++) {
          const cell = 2 * (row * bins + b);
          if (dense[cell + 1] === 0) continue;
          const x1 = Math.max(left, left + (b * bin - view.from) * scale);
          const x2 = Math.min(right, left + ((b + 1) * bin - view.from) * scale);
          context.globalAlpha = 0.35 + 0.65 * dense[cell + 1] / 255;
          context.fillStyle = fills[dense[cell]];
          context.fillRect(x1, y, Math.max(0.5, x2 - x1), thick);
        }
        context.globalAlpha = 1;
      }
    }
    if (data.why) drawChain(context, left, right, scale, shown);
    timeAxis(context, view.from, view.to, left, right, height - 6);
    byId('timeline-range').textContent = seconds(view.from) + ' to ' + seconds(view.to)
        + ', ' + (shown < rows.length ? 'ranks ' + rows[Math.floor(view.top)] + ' to ' + rows[Math.min(rows.length, Math.floor(view.top) + shown) - 1] : 'all ranks');
  }
  // the chain that determines the makespan: along its ranks, and across where a message takes it to another
  function drawChain(context, left, right, scale, shown) {
    const path = data.why.path;
    const top = Math.floor(view.top);
    context.save();
    context.beginPath();
    context.rect(left, 0, right - left, 4 + shown * tall);
    context.clip();
    context.beginPath();
    for (let i = 0; i < path.rank.length; i++) {
      if (path.to[i] < view.from || path.from[i] > view.to) continue;
      const y = 4 + (Math.floor(path.rank[i] / data.timeline.ranksPerRow) - top + 0.5) * tall;
      const x = left + (path.from[i] - view.from) * scale;
      if (i === 0) context.moveTo(x, y); else context.lineTo(x, y);
      context.lineTo(left + (path.to[i] - view.from) * scale, y);
    }
    context.lineJoin = 'round';
    context.strokeStyle = style('paper');
    context.lineWidth = 5;
    context.stroke();
    context.strokeStyle = style('ink');
    context.lineWidth = 2;
    context.stroke();
    context.restore();
  }
  function zoom(factor, share = 0.5) {
    const span = Math.min(data.makespan, Math.max(data.makespan * 1e-7, (view.to - view.from) * factor)) || 1e-12;
    const centre = view.from + share * (view.to - view.from);
    move(centre - share * span, span);
  }
  function move(from, span) {
    view.from = Math.max(0, Math.min(from, data.makespan - span));
    view.to = view.from + span;
    drawOverview();
    drawTimeline();
    drawContention();
  }
  const legend = byId('timeline-legend');
  function drawLegend() {
    legend.textContent = '';
    kinds.forEach((kind, i) => {
      if (!used.has(i)) return;
      const item = document.createElement('span');
      const swatch = document.createElement('canvas');
      swatch.width = 22;
      swatch.height = 12;
      swatch.style.cssText = 'display:inline-block;width:22px;height:12px;margin-right:5px;vertical-align:-1px';
      const context = swatch.getContext('2d');
      context.fillStyle = hatched(pen, kind);
      context.fillRect(0, 0, 22, 12);
      item.append(swatch, kind);
      legend.append(item);
    });
    if (data.why) {
      const item = document.createElement('span');
      const line = document.createElement('i');
      line.style.cssText = 'height:0;border:0;border-top:2px solid var(--ink);vertical-align:3px';
      item.append(line, 'critical path');
      legend.append(item);
    }
    if (data.timeline.note) legend.append(data.timeline.note);
  }
  byId('zoom-in').addEventListener('click', () => zoom(0.5));
  byId('zoom-out').addEventListener('click', () => zoom(2));
  byId('rows-in').addEventListener('click', () => tallen(2));
  byId('rows-out').addEventListener('click', () => tallen(0.5));
  byId('whole').addEventListener('click', () => { view.top = 0; tall = flattest; move(0, data.makespan); });
  timeline.element.addEventListener('wheel', event => {
    event.preventDefault();
    if (event.shiftKey) {
      view.top += Math.sign(event.deltaY || event.deltaX) * Math.max(1, rows.length / 50);
      drawTimeline();
    } else {
      const box = timeline.element.getBoundingClientRect();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, Math.max(0, Math.min(1, (event.clientX - box.left - left) / (box.width - left - margin))));
    }
  }, { passive: false });
  let drag = null;
  timeline.element.addEventListener('pointerdown', event => {
    drag = { x: event.clientX, y: event.clientY, from: view.from, top: view.top };
    timeline.element.setPointerCapture(event.pointerId);
  });
  timeline.element.addEventListener('pointerup', () => { drag = null; });
  timeline.element.addEventListener('pointermove', event => {
    const box = timeline.element.getBoundingClientRect();
    if (drag) {
      const span = view.to - view.from;
      view.top = drag.top - (event.clientY - drag.y) / tall;
      move(drag.from - (event.clientX - drag.x) / (box.width - left - margin) * span, span);
      return;
    }
    const time = view.from + (event.clientX - box.left - left) / (box.width - left - margin) * (view.to - view.from);
    const row = Math.floor(view.top) + Math.floor((event.clientY - box.top - 4) / tall);
    if (row < 0 || row >= rows.length || time < view.from || time > view.to) return;
    let what = '';
    if (exact) {
      for (let at = rowStart[row]; at < rowStart[row + 1]; at++) {
        if (exact.begin[at] <= time && time <= exact.end[at]) {
          what = data.timeline.names[exact.name[at]] + ' from ' + seconds(exact.begin[at]) + ' for ' + seconds(exact.end[at] - exact.begin[at]);
        }
      }
    } else {
      const cell = 2 * (row * data.timeline.bins + Math.floor(time / data.timeline.binSeconds));
      if (dense[cell + 1] > 0) what = 'mostly ' + kinds[dense[cell]] + ' (' + Math.round(dense[cell + 1] / 2.55) + ' %)';
    }
    byId('timeline-tip').textContent = (data.timeline.ranksPerRow > 1 ? 'ranks ' : 'rank ') + rows[row] + ' at ' + seconds(time) + (what ? ': ' + what : '');
  });
  timeline.element.addEventListener('keydown', event => {
    const span = view.to - view.from;
    const acts = {
      ArrowLeft: () => move(view.from - span / 5, span),
      ArrowRight: () => move(view.from + span / 5, span),
      ArrowUp: () => { view.top -= 1; drawTimeline(); },
      ArrowDown: () => { view.top += 1; drawTimeline(); },
      '+': () => zoom(0.5),
      '=': () => zoom(0.5),
      '-': () => zoom(2),
      '0': () => move(0, data.makespan),
    };
    if (acts[event.key]) {
      event.preventDefault();
      acts[event.key]();
    }
  });
  redraws.push(drawTimeline, drawLegend);

  // ---- contention over time ----
  const contention = canvas('contention');
  function drawContention() {
    const { context, width, height } = contention.begin();
    const right = width - margin;
    const bottom = height - 22;
    const series = data.contention;
    const bin = series.binSeconds;
    const most = Math.max(1, ...series.messages);
    const worst = Math.max(2, ...series.penalty.map(p => p ?? 0));
    const x = time => left + (time - view.from) / (view.to - view.from) * (right - left);
    const first = Math.max(0, Math.floor(view.from / bin));
    const last = Math.min(series.messages.length, Math.ceil(view.to / bin));
    context.save();
    context.beginPath();
    context.rect(left, 0, right - left, height);
    context.clip();
    context.fillStyle = style('receive');
    context.globalAlpha = 0.45;
    for (let i = first; i < last; i++) {
      const tall = series.messages[i] / most * (bottom - 8);
      context.fillRect(x(i * bin), bottom - tall, Math.max(0.6, x((i + 1) * bin) - x(i * bin)), tall);
    }
    context.globalAlpha = 1;
    context.strokeStyle = style('hot');
    context.lineWidth = 1.6;
    context.beginPath();
    let pen = false;
    for (let i = first; i < last; i++) {
      if (series.penalty[i] === null) { pen = false; continue; }
      const y = bottom - (series.penalty[i] - 1) / (worst - 1) * (bottom - 8);
      if (pen) context.lineTo(x(i * bin), y); else context.moveTo(x(i * bin), y);
      context.lineTo(x((i + 1) * bin), y);
      pen = true;
    }
    context.stroke();
    if (data.instants.length > 0) {
      context.strokeStyle = style('ink');
      context.setLineDash([4, 3]);
      context.beginPath();
      const at = x(data.instants[chosen].time);
      context.moveTo(at, 4);
      context.lineTo(at, bottom);
      context.stroke();
    }
    context.restore();
    context.fillStyle = style('quiet');
    context.textAlign = 'right';
    context.fillText(most >= 100 ? count(Math.round(most)) : rounded(most, 3), left - 6, 14);
    context.fillText('0', left - 6, bottom);
    context.textAlign = 'left';
    context.fillText('×' + rounded(worst, 3), right + 6, 14);
    context.fillText('×1', right + 6, bottom);
    timeAxis(context, view.from, view.to, left, right, height - 6);
  }
  contention.element.addEventListener('click', event => {
    const box = contention.element.getBoundingClientRect();
    const time = view.from + (event.clientX - box.left - left) / (box.width - left - margin) * (view.to - view.from);
    let best = 0;
    data.instants.forEach((instant, i) => {
      if (Math.abs(instant.time - time) < Math.abs(data.instants[best].time - time)) best = i;
    });
    choose(best);
  });
  redraws.push(drawContention);

  // ---- the contention graph of an instant ----
  const graph = canvas('graph');
  let chosen = 0;
  function worstInstant() {
    let best = 0;
    data.instants.forEach((instant, i) => { 
      const other = data.instants[best];
      if (instant.weight > other.weight || instant.weight === other.weight && instant.all > other.all) best = i;
    });
    return best;
  }
  function choose(index) {
    if (data.instants.length === 0) return;
    chosen = Math.max(0, Math.min(index, data.instants.length - 1));
    byId('instant').value = String(chosen);
    const instant = data.instants[chosen];
    byId('instant-time').textContent = seconds(instant.time) + ': ' + count(instant.all) + (instant.all === 1 ? ' message' : ' messages')
        + (instant.edges.length < instant.all ? '; shown are the ' + count(instant.edges.length) + ' with the greatest penalties' : '')
        + (instant.explained ? '' : '; reasons are given for instants with more contention');
    table(byId('graph-table'), [
      { name: 'message', as: 'text' }, { name: 'size', as: 'sizes' }, { name: 'penalty', as: 'penalty' }, { name: 'why', as: 'reason' },
    ], instant.edges.slice().sort((a, b) => (b.penalty ?? 0) - (a.penalty ?? 0))
        .map(edge => [edge.sender + ' → ' + edge.receiver, edge.bytes, edge.penalty, data.reasons[edge.why]]));
    drawGraph();
    drawContention();
  }
  function drawGraph() {
    const { context, width, height } = graph.begin();
    if (data.instants.length === 0) return;
    const edges = data.instants[chosen].edges;
    const nodes = [...new Set(edges.flatMap(edge => [edge.source, edge.destination]))].sort((a, b) => a - b);
    const radius = Math.min(width, height) / 2 - 30;
    const place = new Map(nodes.map((node, i) => {
      const angle = 2 * Math.PI * i / nodes.length - Math.PI / 2;
      return [node, [width / 2 + radius * Math.cos(angle), height / 2 + radius * Math.sin(angle)]];
    }));
    const worst = Math.max(1.0001, ...edges.map(edge => edge.penalty ?? 1));
    for (const edge of edges) {
      const [x1, y1] = place.get(edge.source);
      const [x2, y2] = place.get(edge.destination);
      const share = ((edge.penalty ?? 1) - 1) / (worst - 1);
      const cx = (x1 + x2) / 2 + (y2 - y1) * 0.12;
      const cy = (y1 + y2) / 2 - (x2 - x1) * 0.12;
      context.strokeStyle = share > 0.02 ? style('hot') : style('receive');
      context.globalAlpha = 0.35 + 0.65 * share;
      context.lineWidth = 1 + 3 * share;
      context.beginPath();
      context.moveTo(x1, y1);
      context.quadraticCurveTo(cx, cy, x2, y2);
      context.stroke();
      const angle = Math.atan2(y2 - cy, x2 - cx);
      context.beginPath();
      context.moveTo(x2 - 9 * Math.cos(angle), y2 - 9 * Math.sin(angle));
      context.lineTo(x2 - 17 * Math.cos(angle - 0.35), y2 - 17 * Math.sin(angle - 0.35));
      context.lineTo(x2 - 17 * Math.cos(angle + 0.35), y2 - 17 * Math.sin(angle + 0.35));
      context.fillStyle = context.strokeStyle;
      context.fill();
      context.globalAlpha = 1;
      if (edges.length <= 40 && edge.penalty !== null) {
        const label = [rounded(edge.penalty, 3), (x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4];
        context.textAlign = 'center';
        context.lineJoin = 'round';
        context.lineWidth = 4;
        context.strokeStyle = style('panel');
        context.strokeText(...label);
        context.fillStyle = style('ink');
        context.fillText(...label);
      }
    }
    context.textAlign = 'center';
    for (const [node, [x, y]] of place) {
      context.fillStyle = style('panel');
      context.strokeStyle = style('ink');
      context.lineWidth = 1;
      context.beginPath();
      context.arc(x, y, nodes.length > 60 ? 3 : 9, 0, 7);
      context.fill();
      context.stroke();
      if (nodes.length <= 60) {
        context.fillStyle = style('ink');
        context.fillText(String(node), x, y + 4);
      }
    }
  }
  byId('instant').max = String(Math.max(0, data.instants.length - 1));
  byId('instant').addEventListener('input', event => choose(Number(event.target.value)));
  byId('worst').addEventListener('click', () => choose(worstInstant()));
  byId('instant-note').textContent = data.instantsNote;
  redraws.push(drawGraph);

  // ---- matrix ----
  const matrix = canvas('matrix');
  const side = Math.max(50, Math.ceil(widest(data.matrix.groups)) + 10);
  function drawMatrix() {
    const what = byId('matrix-what').value;
    const { context, width, height } = matrix.begin();
    const groups = data.matrix.groups;
    const size = Math.min(width - side - 6, height - 62);
    const cell = size / groups.length;
    const least = what === 'lost' ? 1e-12 * data.makespan : 0; // less is rounding
    const shown = data.matrix.cells.filter(c => c[what] > least);
    const worst = Math.max(1e-300, ...shown.map(c => c[what]));
    context.strokeStyle = style('line');
    context.strokeRect(side, 4, size, size);
    context.fillStyle = style(what === 'lost' ? 'hot' : 'accent');
    for (const entry of shown) {
      context.globalAlpha = 0.12 + 0.88 * Math.sqrt(entry[what] / worst);
      context.fillRect(side + entry.receiver * cell, 4 + entry.sender * cell, Math.max(1, cell - (cell > 4 ? 1 : 0)), Math.max(1, cell - (cell > 4 ? 1 : 0)));
    }
    context.globalAlpha = 1;
    context.fillStyle = style('quiet');
    let last = -20;
    groups.forEach((name, i) => {
      const y = 4 + (i + 0.5) * cell + 4;
      if (y - last >= 14) {
        context.textAlign = 'right';
        context.fillText(name, side - 4, y);
        last = y;
      }
    });
    context.textAlign = 'center';
    const every = Math.ceil((8 + 8 * Math.max(...groups.map(name => name.length))) / cell);
    groups.forEach((name, i) => {
      if (i % every === 0) context.fillText(name, side + (i + 0.5) * cell, size + 18);
    });
    const write = { lost: seconds, bytes, messages: count }[what];
    if (shown.length === 0) {
      context.fillText('receiver; nothing to show', side + size / 2, size + 36);
      return;
    }
    context.fillText('receiver', side + size / 2, size + 34);
    // the scale: as strong as the cells
    const steps = 40;
    context.textAlign = 'right';
    context.fillText('0', side - 4, size + 52);
    for (let i = 0; i < steps; i++) {
      context.globalAlpha = 0.12 + 0.88 * Math.sqrt((i + 0.5) / steps);
      context.fillStyle = style(what === 'lost' ? 'hot' : 'accent');
      context.fillRect(side + i * size / 2 / steps, size + 43, size / 2 / steps, 10);
    }
    context.globalAlpha = 1;
    context.fillStyle = style('quiet');
    context.textAlign = 'left';
    context.fillText(write(worst), side + size / 2 + 6, size + 52);
  }
  matrix.element.addEventListener('pointermove', event => {
    const box = matrix.element.getBoundingClientRect();
    const size = Math.min(box.width - side - 6, matrix.height - 62);
    const groups = data.matrix.groups;
    const to = Math.floor((event.clientX - box.left - side) / size * groups.length);
    const from = Math.floor((event.clientY - box.top - 4) / size * groups.length);
    const found = data.matrix.cells.find(c => c.sender === from && c.receiver === to);
    byId('matrix-tip').textContent = from >= 0 && to >= 0 && from < groups.length && to < groups.length
        ? groups[from] + ' to ' + groups[to] + ': ' + (found ? count(found.messages) + ' messages, ' + bytes(found.bytes) + ', ' + seconds(found.lost) + ' lost' : 'nothing')
        : 'Rows send, columns receive.';
  });
  byId('matrix-what').addEventListener('change', drawMatrix);
  if (!data.matrix.cells.some(c => c.lost > 1e-12 * data.makespan)) byId('matrix-what').value = 'bytes';
  redraws.push(drawMatrix);

  // ---- tables ----
  table(byId('pairs'), [
    { name: 'sender', as: 'count' }, { name: 'receiver', as: 'count' }, { name: 'messages', as: 'count' }, { name: 'bytes', as: 'bytes' }, { name: 'lost to contention', as: 'seconds' },
  ], data.pairs);
  table(byId('ranks'), [
    { name: 'rank', as: 'count' }, { name: 'finish', as: 'seconds' }, { name: 'compute', as: 'seconds' }, { name: 'blocked', as: 'seconds' },
    { name: 'messages', as: 'count' }, { name: 'sent', as: 'bytes' }, { name: 'penalty', as: 'penalty' }, { name: 'lost to contention', as: 'seconds' },
  ], data.ranks);
  if (data.links) {
    byId('links-section').hidden = false;
    table(byId('links'), [
      { name: 'link', as: 'text' }, { name: 'mean load', as: 'percent' }, { name: 'highest load', as: 'percent' }, { name: 'carried', as: 'bytes' },
    ], data.links);
  }
  table(byId('facts'), [{ name: 'property', as: 'text' }, { name: 'value', as: 'text' }], data.facts);
  for (const warning of data.warnings) {
    const item = document.createElement('li');
    item.textContent = warning;
    byId('warnings').append(item);
  }
  if (data.why) {
    const why = data.why;
    byId('why-section').hidden = false;
    byId('why-verdict').textContent = why.verdict;
    byId('why-note').textContent = why.note;
    for (const [name, time] of why.parts) addBar(byId('why-parts'), name, time / data.makespan, seconds(time) + ', ' + rounded(100 * time / data.makespan, 3) + '\u00a0%');
    byId('culprits-section').hidden = why.culprits.length === 0;
    const causes = [
      { name: 'type', as: 'text' }, { name: 'cause', as: 'text' }, { name: 'contention', as: 'seconds' }, { name: 'timeouts', as: 'seconds' },
    ];
    table(byId('culprits'), why.culprits.some(cause => cause[3] > 0) ? causes : causes.slice(0, 3), why.culprits);
    byId('what-if-section').hidden = why.changes.length === 0;
    table(byId('what-if'), [
      { name: 'change', as: 'text' }, { name: 'makespan', as: 'seconds' }, { name: 'saves', as: 'seconds' }, { name: 'of the makespan', as: 'percent' }, { name: 'on critical path', as: 'seconds' },
    ], why.changes);
  }
  if (data.efficiencies) {
    const found = data.efficiencies;
    byId('efficiencies-section').hidden = false;
    const depths = { parallel: 0, 'load balance': 1, communication: 1, serialisation: 2, transfer: 2 };
    for (const [name, value] of found.factors) {
      addBar(byId('efficiencies'), '\u2003'.repeat(depths[name] ?? 3) + name, value, rounded(100 * value, 3) + '\u00a0%');
    }
  }
  if (data.numbers) {
    const numbers = data.numbers;
    byId('numbers-section').hidden = false;
    byId('limits-section').hidden = numbers.limits.length === 0;
    table(byId('limits'), [
      { name: 'number', as: 'text' }, { name: 'longer by', as: 'percent' }, { name: 'at', as: 'text' }, { name: 'times the present value', as: 'penalty' },
    ], numbers.limits);
    table(byId('derivatives'), [
      { name: 'number', as: 'text' }, { name: 'value', as: 'text' }, { name: 'elasticity', as: 'penalty' }, { name: '1 % more takes', as: 'seconds' },
    ], numbers.derivatives);
  }
  if (data.measured) {
    byId('measured-section').hidden = false;
    table(byId('measured'), [
      { name: 'call', as: 'text' }, { name: 'count', as: 'count' }, { name: 'recorded', as: 'seconds' }, { name: 'predicted', as: 'seconds' }, { name: 'relative error', as: 'percent' },
    ], data.measured);
  }

  // ---- light and dark, sizes ----
  const redraw = () => redraws.forEach(draw => draw());
  byId('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    redraw();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  window.addEventListener('resize', redraw);
  choose(worstInstant());
  redraw();
  document.documentElement.dataset.ready = 'yes';
})();
