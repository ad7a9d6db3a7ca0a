// A mail's HTML is not ours to trust: no script (the sandbox too forbids it), nothing fetched from outside, so that looking tells no sender that we looked.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; form-action 'none'; base-uri 'none'"

// A frame of ours is under the policy of our pages too, and that refuses each sheet with a fault; what a mail looks like stands in its attributes as well.
const sheet = /<style\b[^>]*>.*?<\/style\s*>/gis

/** The document of the frame that shows a mail. Our policy stands before anything that the mail may hold. */
export function messageFrame(html: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="light"></head><body style="margin:12px;font:14px/1.5 Arial,sans-serif;overflow-wrap:anywhere">${html.replace(sheet, '')}</body></html>`
}
