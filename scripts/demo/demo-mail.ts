type Shown = { subject: string; preheader: string }

/** A mail of the demo with one button, or with none, as text and as HTML. */
export function demoMail(
  { subject, preheader }: Shown,
  greeting: string,
  before: string[],
  button: string | null,
  after: string[],
  closing: string,
) {
  const link = button === null ? [] : ['{{betaallink}}']
  const text = [greeting, ...before, ...link, ...after, `${closing}\n{{opdrachtgever}}`].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${line}</p>`
  const html = [
    // Beside the subject in a postbox, and nowhere in the mail itself.
    `<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>`,
    '<div style="font-family:Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#0f1a24;max-width:560px;margin:0 auto;padding:24px">',
    paragraph(greeting),
    ...before.map(paragraph),
    ...link.map(
      (address) =>
        `<p style="margin:0 0 24px"><a href="${address}" style="display:inline-block;background:#1477aa;color:#ffffff;text-decoration:none;padding:12px 24px;border-radius:4px;font-weight:600">${button}</a></p>`,
    ),
    ...after.map(paragraph),
    paragraph(`${closing}<br>{{opdrachtgever}}`),
    '</div>',
  ].join('')
  return { subject, preheader, text, html }
}
