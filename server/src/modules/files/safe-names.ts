// Names that Windows keeps for devices, and characters that no system has in a name.
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const refused = /[\\/:*?"<>|\p{C}]/gu

/**
 * Names under which files can stand in one folder of any system: no path in them, no two that differ by capitals alone, endings kept.
 */
export function safeNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const safe = safeName(name)
    const dot = safe.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    let free = safe
    for (let no = 2; taken.has(free.toLowerCase()); no++) free = `${stem} (${no})${ending}`
    taken.add(free.toLowerCase())
    return free
  })
}

function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(refused, '_')
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
    .replace(reserved, '_$1')
  return plain === '' ? 'bestand' : plain
}
