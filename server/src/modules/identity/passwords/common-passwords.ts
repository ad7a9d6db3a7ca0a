// What everybody tries first, as bare words: lists of leaked passwords are such words with digits, capitals and signs around them.
const words = new Set(
  `wachtwoord welkom geheim toegang inloggen beheer beheerder gebruiker regie incasso kantoor bedrijf computer laptop internet voetbal ajax
feyenoord psv vitesse amsterdam rotterdam utrecht eindhoven groningen denhaag haarlem nijmegen holland nederland belgie oranje lente zomer herfst
winter januari februari maart april mei juni juli augustus september oktober november december maandag dinsdag woensdag donderdag vrijdag zaterdag
zondag liefde schatje schat lieverd poesje hondje kusje moeder vader mama papa oma opa familie hallo hoihoi doei dankjewel alstublieft vergeten
wijzigen verander tijdelijk nieuw standaard proef test tester testen demo voorbeeld stroopwafel kaas fiets zonnetje bloem vlinder konijn paard
password passwort passwd pass pass-word motdepasse bonjour soleil bienvenue administrateur utilisateur secret amour chocolat marseille paris france
printemps ete automne hiver janvier fevrier mars avril juin juillet aout octobre novembre lundi mardi mercredi jeudi vendredi samedi dimanche
jetaime doudou loulou azerty azertyuiop qwerty qwertyuiop qwertz qwerty123 asdf asdfgh asdfghjkl asdfasdf zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc
admin administrator root toor user guest login logon master manager system server support service helpdesk office company welcome letmein
changeme change default temp temporary secure security access monkey dragon shadow sunshine princess superman batman spiderman starwars pokemon
football baseball basketball soccer hockey tennis golf liverpool chelsea arsenal barcelona madrid london berlin newyork america canada
iloveyou loveyou love lovely sweetheart baby babygirl angel heaven flower butterfly cookie chocolate cheese banana orange apple cherry pepper ginger
michael jennifer jessica daniel thomas robert charlie jordan andrew joshua matthew ashley amanda nicole hannah sophie emma julia anna maria
jan piet kees henk peter willem johan marieke sanne daan milan lucas levi noah lotte eva
hello hello-world trustno freedom whatever nothing forever killer hunter ranger buster tigger maggie harley mustang ferrari porsche mercedes
yamaha corvette thunder summer spring autumn fall january february march may june july august october monday tuesday wednesday thursday friday
saturday sunday google facebook microsoft windows samsung android iphone linux oracle cisco passport matrix phoenix silver golden diamond purple
yellow black white green blue red abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa aaaaaa xxx xxxxxx zzzzzz`.split(/\s+/),
)
const walks =
  'abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl zxcvbnm azertyuiop qsdfghjklm wxcvbn 1q2w3e4r5t6y7u8i9o0p qazwsxedcrfvtgb 1qaz2wsx3edc4rfv'
const leet: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '8': 'b',
}

/** Is this one of the passwords that everybody guesses first: a common word, a walk over the keyboard or nothing but digits, dressed up or not? */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const dressed = lower.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')
  const spoken = speak(lower)
  const spokenDressed = speak(lower.replace(/[\d\W_]+$/u, ''))
  return [lower, dressed, spoken, spokenDressed].some(isCommon)
}

const speak = (text: string) =>
  Array.from(text)
    .map((sign) => leet[sign] ?? sign)
    .join('')

function isCommon(text: string): boolean {
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '')
  if (/^\d*$/.test(bare)) return true
  const letters = bare.replace(/^\d+|(?<!\d)\d+$/g, '')
  if (words.has(bare) || words.has(letters)) return true
  // A word twice, as in testtest.
  const half = letters.slice(0, letters.length / 2)
  if (letters === half + half && (words.has(half) || half.length < 4)) return true
  const turned = Array.from(bare).reverse().join('')
  return [bare, turned, letters].some((walk) => walk.length >= 4 && walks.includes(walk))
}
