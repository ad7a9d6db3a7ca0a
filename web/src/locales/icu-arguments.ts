/** The arguments of an ICU message with their kinds, sorted: `count:plural,name`. Throws when its braces do not match. */
export function icuArguments(message: string): string {
  const found = new Set<string>()
  let at = 0

  function readText(isInside: boolean) {
    while (at < message.length && message[at] !== '}') {
      // A brace behind an apostrophe is shown as it is, until the next one.
      const quoted = /^'[{}][^']*'?/.exec(message.slice(at))
      if (quoted !== null) at += quoted[0].length
      else if (message[at] === '{') readArgument()
      else at += 1
    }
    if (isInside !== (message[at] === '}')) throw new Error(`Braces do not match: ${message}`)
  }

  function readArgument() {
    const head = /^\{\s*(\w+)\s*(?:,\s*(\w+)\s*,?)?/.exec(message.slice(at))
    if (head === null) throw new Error(`Not an argument: ${message.slice(at)}`)
    found.add(head[2] === undefined ? `${head[1]}` : `${head[1]}:${head[2]}`)
    at += head[0].length
    while (message[at] !== '}') {
      if (at >= message.length) throw new Error(`Braces do not match: ${message}`)
      if (message[at] !== '{') at += 1
      else {
        at += 1
        readText(true)
        at += 1
      }
    }
    at += 1
  }

  readText(false)
  return [...found].sort().join()
}
