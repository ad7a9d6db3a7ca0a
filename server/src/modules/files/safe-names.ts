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
  const plain = withoutOuter(name.normalize('NFC').replace(refused, '_')).replace(reserved, '_$1')
  return plain === '' ? 'bestand' : plain
}

// Dots and spaces around a name. By hand: a pattern for those at the end looks at each run of them anew.
function withoutOuter(name: string): string {
  const isOuter = (at: number) => name[at] === '.' || name[at] === ' '
  let [start, end] = [0, name.length]
  while (end > start && isOuter(end - 1)) end--
  while (start < end && isOuter(start)) start++
  return name.slice(start, end)
}
