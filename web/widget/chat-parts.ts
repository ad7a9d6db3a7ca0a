/** A text of the chat in the visitor's language, with its values. */
export type Say = (key: string, values?: Record<string, string>) => string
/** Characters of one message. */
export const textMax = 2_000

type Props = Readonly<Record<string, string | boolean | ((event: never) => void)>>

/** An element with its attributes, listeners (`on…`) and content. Texts are texts: nothing is ever read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value as EventListener)
    else if (value !== false) made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...content)
  return made
}

const shapes = {
  chat: 'M4 4h16v12H9l-5 4z',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12l16-8-6 16-3-7z',
}

/** A picture beside words; who does not see it misses nothing. */
export function icon(name: keyof typeof shapes): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', width: '24', height: '24', 'aria-hidden': 'true', class: 'icon' }))
    svg.setAttribute(key, value)
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', shapes[name])
  svg.append(path)
  return svg
}

/** A text with the addresses in it as links. */
export function withLinks(text: string): (Node | string)[] {
  return text
    .split(/(https:\/\/[^\s<>"]+)/)
    .map((part, at) => (at % 2 === 1 ? element('a', { href: part, target: '_blank', rel: 'noopener noreferrer' }, part) : part))
}

/** White or dark ink, whichever reads on this colour. */
export function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#ffffff' : '#0f1a24'
}

const zone = { timeZone: 'Europe/Amsterdam' } as const
const dayOf = (at: Date) => at.toLocaleDateString('sv-SE', zone)

/** When somebody is back, as people say it. */
export function momentWords(iso: string, lang: string, say: Say): string {
  const at = new Date(iso)
  const time = at.toLocaleTimeString(lang, { ...zone, hour: '2-digit', minute: '2-digit' })
  const now = Date.now()
  if (dayOf(at) === dayOf(new Date(now))) return say('today', { time })
  if (dayOf(at) === dayOf(new Date(now + 24 * 3_600_000))) return say('tomorrow', { time })
  return say('onDay', { day: at.toLocaleDateString(lang, { ...zone, weekday: 'long', day: 'numeric', month: 'long' }), time })
}
