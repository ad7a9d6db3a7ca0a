// What the tab of the browser says: the title of the screen, and how much is unread.
let title = 'Regie'
let unread = 0
const listeners = new Set<(title: string) => void>()
let plainIcon: string | null = null

/** The title of the screen in the browser's tab. */
export function showTitle(text: string) {
  title = text
  show()
  for (const listener of listeners) listener(text)
}

/** Calls with the title of each screen that is shown, without what is unread. */
export function onTitle(listener: (title: string) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How much is unread: in front of the title, and as a dot with its number on the icon. */
export function showUnread(count: number) {
  if (count === unread) return
  unread = count
  show()
  void drawIcon(count)
}

function show() {
  document.title = unread === 0 ? title : `(${shortCount(unread)}) ${title}`
}

/** As it fits into a small dot. */
export const shortCount = (count: number) => (count > 99 ? '99+' : String(count))

const size = 64

async function drawIcon(count: number) {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (link === null) return
  plainIcon ??= link.href
  if (count === 0) return setIcon(link, plainIcon, 'image/svg+xml')
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const pen = canvas.getContext('2d')
  const picture = new Image(size, size)
  picture.src = plainIcon
  await picture.decode().catch(() => undefined)
  if (pen === null || count !== unread) return
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name)
  pen.drawImage(picture, 0, 0, size, size)
  pen.fillStyle = colour('--error-text')
  pen.beginPath()
  pen.arc(42, 42, 22, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = colour('--surface')
  pen.font = `700 ${count > 9 ? 28 : 36}px sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  // Two digits are what one reads at sixteen pixels.
  pen.fillText(count > 99 ? '∞' : String(count), 42, 44)
  setIcon(link, canvas.toDataURL('image/png'), 'image/png')
}

function setIcon(link: HTMLLinkElement, href: string, type: string) {
  link.type = type
  link.href = href
}
