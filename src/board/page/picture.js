// @ts-check
// The board as a picture to keep or to send: a drawing that needs no page, or its dots.

/** What a drawing must say of each of its parts, where the page says it in a sheet of its own. */
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
/** Dots for a point of the drawing. */
const DENSITY = 2;

/** The drawing by itself. @param {SVGSVGElement} drawing @returns {string} */
export function alone(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const parts = [...drawing.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((part, number) => {
    // Stops of gradients know their colours by the sheet too.
    if (part.closest("defs") && part.localName !== "stop") return;
    const look = getComputedStyle(parts[number]);
    const wanted = part.localName === "stop" ? ["stop-color"] : STYLES;
    part.setAttribute("style", wanted.map((name) => `${name}:${look.getPropertyValue(name)}`).join(";"));
  });
  // The cursor and the stone under the mouse are not on the board.
  copy.querySelectorAll(".cursor, .ghost").forEach((part) => part.remove());
  const { width, height } = drawing.viewBox.baseVal;
  for (const name of [...copy.getAttributeNames()]) if (name !== "viewBox") copy.removeAttribute(name);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** The dots of the drawing, as PNG. @param {SVGSVGElement} drawing @returns {Promise<Blob>} */
export async function dots(drawing) {
  const { width, height } = drawing.viewBox.baseVal;
  const image = new Image(width * DENSITY, height * DENSITY);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(drawing))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, image.width, image.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
