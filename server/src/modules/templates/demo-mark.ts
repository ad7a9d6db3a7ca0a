import type { RenderedText } from './render-template.ts'

/** Whoever gets it sees that it is a demo, whatever the channel. */
export function markedAsDemo(text: RenderedText): RenderedText {
  // A text that was approved is sent as it is; only its values are ours.
  if (text.approved) return text
  const html = text.html === null ? null : `<p><strong>DEMO</strong></p>${text.html}`
  return { ...text, subject: `DEMO: ${text.subject}`, text: `DEMO: ${text.text}`, html }
}
