// The clipboard, and the older command where a page that came over plain HTTP has none.

/** Copies the text. Returns false if the browser allows neither way; `field` holds the same text and stays selected. */
export async function copyText(text, field = null) {
  field?.select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return field !== null && document.execCommand("copy");
  }
}
