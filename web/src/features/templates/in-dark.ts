// The colours of a mail of ours (server/src/modules/template-editing/composing/mail-mjml.ts) and what its own rules for dark mode make of them.
const grounds: Record<string, string> = { '#f5f5f5': '#0f1a24', '#ffffff': '#16242f' }
const ground = /(background(?:-color)?:\s*|bgcolor=")(#f5f5f5|#ffffff)/gi
const ink = /([;"\s])color:\s*#0f1a24/gi
// A link within words has no looks of its own; a button has.
const link = /(<a href="[^"<>]*")>/g

/** A mail as a program in dark mode shows it: our pages take no sheets, so its rules are written where they apply. */
export function inDark(html: string): string {
  return html
    .replace(ground, (_all, before: string, colour: string) => before + (grounds[colour.toLowerCase()] ?? colour))
    .replace(ink, '$1color:#f5f5f5')
    .replace(link, '$1 style="color:#80b6e2">')
}
