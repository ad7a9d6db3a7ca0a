export const rowHeight = 36
/** On a phone a row is a card of two lines. */
export const cardHeight = 64
export const headHeight = 38

// Chromium caps an element at 33,554,428 px, Firefox at about half of that; above this height the scroll range is compressed.
const bodyHeightMax = 15_000_000
const rowsAround = 6

type Place = { count: number; scrollTop: number; viewport: number; height?: number }

/** Height of the scrolled body: its rows one beneath the other, or the cap when they are too many. */
export function bodyHeight(count: number, height = rowHeight): number {
  return Math.min(count * height, bodyHeightMax)
}

/** Which rows stand in view (with a few around them), and where each begins. */
export function tableWindow({ count, scrollTop, viewport, height = rowHeight }: Place, overscan = rowsAround) {
  const firstSeen = rowAtTop({ count, scrollTop, viewport, height })
  const first = Math.max(0, Math.floor(firstSeen) - overscan)
  const last = Math.min(count - 1, Math.ceil(firstSeen + viewport / height) + overscan)
  return { first, last, topOf: (index: number) => Math.round(scrollTop + (index - firstSeen) * height) }
}

/** Where to scroll so that a row is wholly in view; null when it is already. */
export function scrollTopFor(index: number, { count, scrollTop, viewport, height = rowHeight }: Place): number | null {
  const firstSeen = rowAtTop({ count, scrollTop, viewport, height })
  const rowsInView = viewport / height
  if (index < firstSeen) return scrollTopOf(index, { count, viewport, height })
  if (index + 1 > firstSeen + rowsInView) return scrollTopOf(index + 1 - rowsInView, { count, viewport, height })
  return null
}

// Row number (with a fraction) at the top of the view. Compressed, the range of scrollTop is spread evenly over all rows, so that its end shows the last row.
function rowAtTop({ count, scrollTop, viewport, height = rowHeight }: Place): number {
  if (count * height <= bodyHeightMax) return scrollTop / height
  const scrollRange = Math.max(1, bodyHeightMax - viewport)
  return (Math.min(scrollTop, scrollRange) / scrollRange) * Math.max(0, count - viewport / height)
}

function scrollTopOf(firstSeen: number, { count, viewport, height }: Required<Omit<Place, 'scrollTop'>>): number {
  if (count * height <= bodyHeightMax) return Math.ceil(firstSeen * height)
  return Math.ceil((firstSeen / Math.max(1, count - viewport / height)) * (bodyHeightMax - viewport))
}
