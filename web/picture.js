// SPDX-License-Identifier: Apache-2.0

// Pictures of charts. A chart is drawn as it looks in the light theme, in a box of its
// own: its texts, its SVG elements and the grounds of its cells, each with its colours
// written out, so that the picture needs no style sheet. boot.js calls this with a
// figure and "svg" or "png", and gets a Blob.
"use strict";

globalThis.concordPicture = (() => {
  const namespace = "http://www.w3.org/2000/svg";
  const margin = 16;
  const pixels = 2; // of a PNG, for a unit of the picture

  const shapeLooks = ["fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-dasharray", "opacity", "fill-opacity"];
  const textLooks = ["fill", "stroke", "stroke-width", "paint-order", "font-size", "font-weight", "font-style", "text-anchor"];
  const noLooks = ["svg", "defs", "title", "desc", "g"];
  const pageOnly = ["class", "tabindex", "role", "aria-label", "aria-hidden", "data-at"]; // attributes

  // Coordinates get two decimals at most.
  const set = (e, attributes) => {
    for (const [name, value] of Object.entries(attributes)) {
      e.setAttribute(name, typeof value === "number" ? Math.round(value * 100) / 100 : value);
    }
    return e;
  };
  const element = (tag, attributes = {}) => set(document.createElementNS(namespace, tag), attributes);

  // The ground of an element, if it has one.
  const ground = (picture, e) => {
    const look = getComputedStyle(e);
    const fill = look.backgroundColor;
    if (fill === "transparent" || fill.startsWith("rgba(0, 0, 0, 0")) return;
    const box = e.getBoundingClientRect();
    const x = box.left - picture.left, y = box.top - picture.top;
    const rx = look.borderTopLeftRadius.replace(/px$/, "");
    picture.root.append(element("rect", { x, y, width: box.width, height: box.height, rx, fill }));
  };

  // A text, line by line: words at the same height are one line.
  const text = (picture, node) => {
    const look = getComputedStyle(node.parentElement);
    const size = parseFloat(look.fontSize) || 16;
    const range = document.createRange();
    const lines = [];
    for (const word of node.data.matchAll(/[^ \n]+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const box = range.getBoundingClientRect();
      const middle = box.top + box.height / 2;
      const line = lines.at(-1);
      if (line && Math.abs(middle - line.middle) <= size / 2) line.words.push(word[0]);
      else lines.push({ middle, left: box.left, words: [word[0]] });
    }
    for (const { middle, left, words } of lines) {
      const line = element("text", {
        x: left - picture.left, y: middle - picture.top + 0.36 * size, fill: look.color,
        "font-size": size, "font-weight": look.fontWeight, "font-style": look.fontStyle,
      });
      line.textContent = words.join(" ");
      picture.root.append(line);
    }
  };

  // A copy of an SVG element that stands in the figure.
  const drawing = (picture, svg) => {
    const copy = svg.cloneNode(true);
    const write = (from, to) => {
      const look = getComputedStyle(from);
      const names = from.tagName === "text" ? textLooks : shapeLooks;
      for (const name of noLooks.includes(from.tagName) ? [] : names) {
        to.setAttribute(name, look.getPropertyValue(name).replaceAll('"', ""));
      }
      for (const name of pageOnly) to.removeAttribute(name);
    };
    const before = svg.querySelectorAll("*"), after = copy.querySelectorAll("*");
    write(svg, copy);
    before.forEach((from, n) => write(from, after[n]));
    const box = svg.getBoundingClientRect();
    set(copy, { x: box.left - picture.left, y: box.top - picture.top, width: box.width, height: box.height });
    picture.root.append(copy);
  };

  const walk = (picture, parent) => {
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) text(picture, node);
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      if (node.namespaceURI === namespace) {
        drawing(picture, node);
        continue;
      }
      ground(picture, node);
      walk(picture, node);
    }
  };

  const draw = (figure) => {
    const host = document.createElement("div"); // laid out beside the window, in the light theme
    host.dataset.picture = "";
    const copy = figure.cloneNode(true);
    const caption = copy.querySelector("figcaption.hidden");
    if (caption) caption.className = "card-title"; // the page needs it for the ear only, a picture for the eye too
    for (const e of copy.querySelectorAll(".chart-save, .readout, .hidden, .crew-name, .crew-hit, .icon, details, [hidden]")) e.remove();
    host.append(copy);
    document.body.append(host);
    try {
      const box = copy.getBoundingClientRect();
      const width = Math.ceil(Math.max(box.width, copy.scrollWidth)) + 2 * margin;
      const height = Math.ceil(box.height) + 2 * margin;
      const look = getComputedStyle(host);
      const root = element("svg", { xmlns: namespace, width, height, viewBox: `0 0 ${width} ${height}`, "font-family": look.fontFamily });
      const title = element("title");
      title.textContent = figure.querySelector("figcaption")?.textContent ?? "";
      root.append(title, element("rect", { width, height, fill: look.backgroundColor }));
      const picture = { root, width, height, left: box.left - margin, top: box.top - margin };
      walk(picture, copy);
      return picture;
    } finally {
      host.remove();
    }
  };

  const rasterise = async (svg, { width, height }) => {
    const url = URL.createObjectURL(svg);
    try {
      const image = new Image();
      await new Promise((done, fail) => {
        image.onload = done;
        image.onerror = fail;
        image.src = url;
      });
      const canvas = document.createElement("canvas");
      canvas.width = width * pixels;
      canvas.height = height * pixels;
      const brush = canvas.getContext("2d");
      brush.scale(pixels, pixels);
      brush.drawImage(image, 0, 0, width, height);
      const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
      if (!png) throw new Error("the picture is too large");
      return png;
    } finally {
      URL.revokeObjectURL(url);
    }
  };

  return async (figure, kind) => {
    const picture = draw(figure);
    const svg = new Blob([new XMLSerializer().serializeToString(picture.root)], { type: "image/svg+xml" });
    return kind === "svg" ? svg : rasterise(svg, picture);
  };
})();
