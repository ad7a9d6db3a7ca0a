const frameMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

/** How many pixels a PNG or JPEG says that it has, before anybody unpacks it; null when it does not say. */
export function pixelsOf(picture: Buffer): number | null {
  return picture[0] === 0x89 ? pixelsOfPng(picture) : pixelsOfJpeg(picture)
}

function pixelsOfPng(picture: Buffer): number | null {
  if (picture.length < 24 || picture.toString('latin1', 12, 16) !== 'IHDR') return null
  return picture.readUInt32BE(16) * picture.readUInt32BE(20)
}

function pixelsOfJpeg(picture: Buffer): number | null {
  for (let at = 2; at + 9 <= picture.length; ) {
    if (picture[at] !== 0xff) return null
    const marker = picture[at + 1] ?? 0
    // A marker may be led in by any number of these.
    if (marker === 0xff) at += 1
    else if (frameMarkers.has(marker)) return picture.readUInt16BE(at + 5) * picture.readUInt16BE(at + 7)
    else at += 2 + picture.readUInt16BE(at + 2)
  }
  return null
}
