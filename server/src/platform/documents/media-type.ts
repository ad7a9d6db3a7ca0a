// How files of each kind begin, as far as Meta delivers them; text has no beginning of its own.
const beginnings: Record<string, (content: Buffer) => boolean> = {
  'image/jpeg': starts('ffd8ff'),
  'image/png': starts('89504e470d0a1a0a'),
  'image/webp': (content) => starts('52494646')(content) && content.subarray(8, 12).toString('latin1') === 'WEBP',
  'audio/ogg': starts('4f676753'),
  'audio/amr': starts('2321414d52'),
  'audio/aac': (content) => content[0] === 0xff && ((content[1] ?? 0) & 0xf6) === 0xf0,
  'audio/mpeg': (content) => starts('494433')(content) || (content[0] === 0xff && ((content[1] ?? 0) & 0xe0) === 0xe0),
  'audio/mp4': isMp4,
  'video/mp4': isMp4,
  'video/3gpp': isMp4,
  'application/pdf': starts('255044462d'),
  'application/msword': starts('d0cf11e0'),
  'application/vnd.ms-excel': starts('d0cf11e0'),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': starts('504b0304'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': starts('504b0304'),
  'text/plain': (content) => !content.includes(0),
}

function starts(hex: string) {
  const bytes = Buffer.from(hex, 'hex')
  return (content: Buffer) => content.subarray(0, bytes.length).equals(bytes)
}

function isMp4(content: Buffer): boolean {
  return content.subarray(4, 8).toString('latin1') === 'ftyp'
}

/** Is this file of a kind that people send, and of the kind that it calls itself? What is not is named and not kept. */
export function isWhatItSays(mediaType: string, content: Buffer): boolean {
  const [type = ''] = mediaType.toLowerCase().split(';')
  return beginnings[type.trim()]?.(content) ?? false
}
