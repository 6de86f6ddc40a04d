// Small signs, drawn by reference from one sheet.

import { drawn, write } from "./dom.js";

const SHEET = new URL("../../icons.svg", import.meta.url).href;

/** A sign by its name. */
export const icon = (name, kind = "icon") => drawn(`${SHEET}#${name}`, { class: kind });

/** The sign is that one now. */
export const showIcon = (node, name) => write(node.firstChild, { href: `${SHEET}#${name}` });
