// What a page really draws: read as a whole by measuring.py, and given to the page as an object of functions.
({
  /** [name, group, corners in pixels] of all on the board, turned as it is drawn; what is of one group may lie on each other. */
  boxes() {
    const found = [];
    const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const all = (selector) => [...document.querySelectorAll(`.board ${selector}`)].filter(seen);
    const seatOf = (node) => node.closest("[data-seat]")?.dataset.seat ?? "";
    const note = (name, group, corners) => { if (corners) found.push([name, group, corners]); };

    const corners = (x, y, wide, high, angle = 0) => {
      const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
      return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => [(a * wide) / 2, (b * high) / 2])
        .map(([a, b]) => [x + a * cosine - b * sine, y + a * sine + b * cosine]);
    };
    const angleOf = (node) => {
      const style = getComputedStyle(node);
      const { a, b } = new DOMMatrix(style.transform);
      return (((Number.parseFloat(style.rotate) || 0) * Math.PI) / 180) + Math.atan2(b, a);
    };
    const turned = (node) => {
      const { x, y, width, height } = node.getBoundingClientRect(), angle = angleOf(node);
      if (!width || !height) return null;
      return angle ? corners(x + width / 2, y + height / 2, node.offsetWidth, node.offsetHeight, angle) : corners(x + width / 2, y + height / 2, width, height);
    };
    /** The words of a node, as far as they are not cut off. */
    const words = (node) => {
      const range = document.createRange(), whole = node.getBoundingClientRect();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect(), bottom = Math.min(box.bottom, whole.bottom);
      return box.width ? corners(box.x + box.width / 2, (box.y + bottom) / 2, box.width, bottom - box.y) : null;
    };
    const onScreen = (node, points) => {
      const matrix = node.getScreenCTM();
      return points.map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix)).map(({ x, y }) => [x, y]);
    };
    const square = ({ x, y, width, height }) => [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
    const sizeOf = (text) => Number.parseFloat(getComputedStyle(text).fontSize);
    /** Capitals, from the line they stand on. */
    const capitals = (text) => {
      const { x, width } = text.getBBox(), size = sizeOf(text);
      return onScreen(text, square({ x, y: Number(text.getAttribute("y") ?? 0) - size * 0.72, width, height: size * 0.74 }));
    };
    const ring = (mark) => Array.from({ length: 12 }, (_, at) => [23 * Math.cos(((at + 0.5) * Math.PI) / 6), 23 * Math.sin(((at + 0.5) * Math.PI) / 6)]);

    const phone = getComputedStyle(document.querySelector(".board")).position === "static";
    for (const node of all(".plate")) {
      if (!phone) note(`plate ${seatOf(node)} ${node.textContent}`, "", turned(node));
      else for (const line of node.children) note(`plate ${seatOf(node)} ${line.textContent}`, "", words(line));
    }
    for (const node of all(".hand")) note(`hand ${node.dataset.spot}`, "", turned(node));
    for (const node of all(".bet")) {
      const group = `${seatOf(node)} ${node.dataset.circle}`;
      if (node.classList.contains("behind")) note(`behind ${seatOf(node)}`, "", turned(node));
      else for (const part of node.children) note(`${part.classList} ${group}`, group, turned(part));
    }
    for (const node of all(".puck")) note(`puck ${seatOf(node)} ${node.dataset.mark}`, "", turned(node));
    for (const node of all(":is(.spot > .run, .spot > .blanks, .spot > p, .pot, .die, .deciding)")) {
      const spot = node.parentElement.dataset.spot ?? ""; // cards lie on the places that are marked for them, and on nothing else
      note(`${node.getAttribute("class")} ${spot} ${node.textContent}`, node.matches(".run, .blanks") ? spot : "", turned(node));
    }
    for (const node of all(".space")) {
      const group = `${node.closest("[data-spaces]").dataset.spaces} ${node.dataset.space}`, mark = node.querySelector(".line");
      note(`space ${group}`, group, onScreen(mark, mark.localName === "circle" ? ring(mark) : square(mark.getBBox())));
      for (const text of node.querySelectorAll(".under text")) note(`word ${group}`, "", capitals(text));
    }
    for (const text of all(".paytable text")) note(`pays ${text.textContent}`, "", capitals(text));
    for (const text of all(":is(.print.title, .print.rule)")) {
      const kind = text.classList[1], high = sizeOf(text) * 0.72;
      for (let at = 0; at < text.getNumberOfChars(); at++) {
        const a = text.getStartPositionOfChar(at), b = text.getEndPositionOfChar(at), angle = (text.getRotationOfChar(at) * Math.PI) / 180;
        const [x, y] = [Math.sin(angle) * high, -Math.cos(angle) * high];
        note(`${kind} ${text.textContent[at]}`, kind, onScreen(text, [[a.x, a.y], [b.x, b.y], [b.x + x, b.y + y], [a.x + x, a.y + y]]));
      }
    }
    return found;
  },

  /** What is wider than the screen, words smaller than so many pixels, targets smaller than so many. */
  small([text, target]) {
    const wrong = new Set(), root = document.scrollingElement;
    const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest(".unseen, .skip");
    if (root.scrollWidth > root.clientWidth) wrong.add(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest("svg, option, noscript, script") || !seen(parent)) continue;
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      if (size < text - 0.01) wrong.add(`words of ${size} px: ${node.data.trim().slice(0, 40)} (${parent.className || parent.localName})`);
    }
    for (const node of document.querySelectorAll("button, a[href], input, select, textarea, summary")) {
      if (!seen(node) || node.disabled) continue;
      const { width, height } = (node.closest("label") ?? node).getBoundingClientRect();
      const after = getComputedStyle(node, "::after");
      const [wide, high] = node.matches(".clause") ? [after.width, after.height].map(Number.parseFloat) : [width, height];
      if (Math.min(wide, high) < target - 0.5) {
        wrong.add(`a target of ${Math.round(wide)} by ${Math.round(high)}: ${(node.ariaLabel || node.textContent).slice(0, 40)} (${node.className || node.localName})`);
      }
    }
    return [...wrong];
  },
})
