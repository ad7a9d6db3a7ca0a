const frameMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

type Size = { width: number; height: number }

/** How many pixels a PNG or JPEG says that it has, before anybody unpacks it; null when it does not say. */
export function pixelsOf(picture: Buffer): number | null {
  const size = sizeOf(picture)
  return size === null ? null : size.width * size.height
}

/** How wide and high a PNG or JPEG says that it is; null when it does not say. */
export function sizeOf(picture: Buffer): Size | null {
  return picture[0] === 0x89 ? sizeOfPng(picture) : sizeOfJpeg(picture)
}

function sizeOfPng(picture: Buffer): Size | null {
  if (picture.length < 24 || picture.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) }
}

function sizeOfJpeg(picture: Buffer): Size | null {
  for (let at = 2; at + 9 <= picture.length; ) {
    if (picture[at] !== 0xff) return null
    const marker = picture[at + 1] ?? 0
    // A marker may be led in by any number of these.
    if (marker === 0xff) at += 1
    else if (frameMarkers.has(marker)) return { width: picture.readUInt16BE(at + 7), height: picture.readUInt16BE(at + 5) }
    else at += 2 + picture.readUInt16BE(at + 2)
  }
  return null
}
