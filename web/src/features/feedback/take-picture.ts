import { currentLanguage } from '../../locales/locale-store.ts'
import { hidePersonalIn, ownWordsOf } from './hide-personal.ts'

// Wide enough to read a table by; more pixels only make the mail heavier.
const widthMax = 1_600

/** The screen as it is now with personal data made unreadable, before a single pixel is drawn. */
export async function takePicture(): Promise<HTMLCanvasElement> {
  const { default: html2canvas } = await import('html2canvas-pro')
  const own = ownWordsOf(currentLanguage().messages)
  return html2canvas(document.body, {
    width: innerWidth,
    height: innerHeight,
    x: scrollX,
    y: scrollY,
    scale: Math.min(1, widthMax / innerWidth),
    logging: false,
    ignoreElements: (element) => element instanceof HTMLDialogElement,
    onclone: (page) => hidePersonalIn(page, own),
  })
}

export type Area = { x: number; y: number; width: number; height: number }

/** The picture as it is sent: what was erased by hand is gone from it, not covered. */
export function picturePng(picture: HTMLCanvasElement, erased: readonly Area[]): string {
  const copy = document.createElement('canvas')
  copy.width = picture.width
  copy.height = picture.height
  const pen = copy.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.drawImage(picture, 0, 0)
  pen.fillStyle = '#333'
  for (const { x, y, width, height } of erased) pen.fillRect(x * copy.width, y * copy.height, width * copy.width, height * copy.height)
  // Text compresses well as PNG; a screen full of pictures does not.
  const png = copy.toDataURL('image/png')
  return png.length < 2_000_000 ? png : copy.toDataURL('image/jpeg', 0.8)
}
