/** Words and names that CONTRIBUTING.md replaces by the terms of the field; each with what is said instead. */
const replacedWords: readonly (readonly [RegExp, string])[] = [
  [/\b\w*[dD]eeds?\b(?!:)|\bdeed[_-]\w+/, 'audit entry, undo entry, case action, result effect or action dialog'],
  [/(?<!Math\.)\bfloors?\b/i, 'layer'],
  [/\b(?:the|own|of the) house\b(?! no)|\bhouse rules\b/i, 'structure, own limits or what it is'],
  [/\bmustServe\b/, 'mustAccessCustomer'],
  [/\bserveAllCustomers\b/, 'allowAllCustomers'],
  [/\bwithoutTelling\b/, 'withoutEvents'],
  [/\buses_room\b|\block_?[rR]ooms\b|\boutbox-rooms\b/, 'capacity'],
  [/\b[jJ]udg(?:e|es|ed|ing)\w*\b|\bjudge-\w+/, 'verify or evaluate'],
  [/\bPromised\b(?!:)/, 'PaymentPromise'],
  [/\b[sS]cribe\b|\b(?:open|Play)Scribe\b/, 'recorder'],
  [/\bforetell\w*\b/, 'plan'],
  [/\bsayDue\b/, 'sendDue'],
  [/\b[bB]reath(?:e|es)?\b|\bopenBreath\b/, 'throttle'],
  [/\blet-in\b|\bletIn\w*\b/, 'open-session'],
  [/\b[gG]iver\b/, 'granter'],
  [/\btakeUser\b/, 'selectUserForUpdate'],
  [/\bstrikeEngines\b/, 'deleteEngines'],
  [/\b[cC]losedWhole\b/, 'closedOnAllChannels'],
  [/\b[pP]atience(?:Ms)?\b/, 'timeout or delay'],
  [/\b(?:const|let|function) (?:tell|told|said)\b|\btell[A-Z]\w*/, 'notify, publish, resolve or output'],
  [/\b(?:play|Play)(?:Case|Script|Subject|Order|Panel|View|Lines|Ref)\b/, 'simulate or simulation'],
  [/\bwhom\b/i, 'who, which or that'],
]

/** The lines of a file that use a replaced word, as `file:line word -> what is said instead`. */
export function replacedWordsIn(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) =>
    replacedWords.flatMap(([word, instead]) => {
      const [found] = word.exec(line) ?? []
      return found === undefined ? [] : [`${file}:${at + 1} ${found} -> ${instead}`]
    }),
  )
}
