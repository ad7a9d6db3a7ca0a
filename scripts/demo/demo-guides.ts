import { checkGuide } from '@regie/contract/guide-rules.ts'
import type { GuideAnswer, GuidePiece, GuideWork } from '@regie/contract/guides.ts'
import type { Transaction } from '../../server/src/platform/db/database.ts'

const letters = 'abcdefghi'
const answers = (...given: readonly (readonly [words: string, to: string])[]): GuideAnswer[] =>
  given.map(([words, to], at) => ({ key: letters[at] ?? '', words, to }))

type Said = { key: string; name: string; text: string; answers: GuideAnswer[]; isOpen?: boolean }
const say = ({ isOpen = false, ...piece }: Said): GuidePiece => ({ kind: 'say', ...piece, isOpen })
type Ended = { key: string; name: string; work: GuideWork; text: string; result?: string }
const end = (piece: Ended): GuidePiece => ({ kind: 'end', ...piece })

const toThem = answers(
  ['Ja, dat ben ik', 'vaststellen'],
  ['Nee, maar die is hier wel te bereiken', 'later'],
  ['Nee, verkeerd nummer', 'verkeerd'],
  ['Het komt nu niet uit', 'later'],
)

const fromHere: readonly GuidePiece[] = [
  say({
    key: 'vaststellen',
    name: 'Vaststellen',
    isOpen: true,
    text: 'Dank u wel. Voordat ik u zeg waarover het gaat, wil ik zeker weten dat ik de juiste persoon spreek. Mag ik uw geboortedatum en uw postcode?',
    answers: answers(['Gegevens kloppen', 'vordering'], ['Wil geen gegevens geven', 'later'], ['Gegevens kloppen niet', 'verkeerd']),
  }),
  say({
    key: 'vordering',
    name: 'Vordering noemen',
    text: 'Dank u. Het gaat om factuur {{factuurnummer}} van {{opdrachtgever}}. Daarvan staat nog {{bedrag}} open. Klopt het dat u deze rekening kent?',
    answers: answers(
      ['Ja, en ik kan betalen', 'betalen'],
      ['Ja, maar niet alles ineens', 'ruimte'],
      ['Ja, maar ik heb het geld niet', 'hulp'],
      ['Nee, dit klopt niet', 'bezwaar'],
      ['Ik heb al betaald', 'betaald'],
    ),
  }),
  say({
    key: 'betalen',
    name: 'Hoe betalen',
    text: 'Fijn. Zal ik u nu een betaallink sturen, of spreken we een dag af waarop u betaalt?',
    answers: answers(['Stuur de link maar', 'link'], ['Op een afgesproken dag', 'toezegging']),
  }),
  say({
    key: 'ruimte',
    name: 'Wat lukt wel',
    text: 'Dat kan gebeuren, we zoeken samen iets wat u volhoudt. Welk bedrag kunt u per maand missen zonder dat uw huur, energie of zorgverzekering in het gedrang komt?',
    answers: answers(['Noemt een bedrag', 'regeling'], ['Er blijft niets over', 'hulp'], ['Wil er eerst over nadenken', 'later']),
  }),
  say({
    key: 'hulp',
    name: 'Hulp bij schulden',
    text: 'Vervelend dat het zo krap is. U staat er niet alleen voor: uw gemeente helpt gratis met schulden, en ook Geldfit denkt met u mee op 0800-8115. Krijgt u daar al hulp bij, of wilt u die?',
    answers: answers(
      ['Heeft al hulp', 'schuldhulp'],
      ['Gaat hulp zoeken', 'bedenktijd'],
      ['Wil liever een regeling', 'regeling'],
      ['Wil geen hulp', 'later'],
    ),
  }),
  end({ key: 'link', name: 'Betaallink', work: 'paymentLink', text: 'De link komt eraan. U betaalt veilig bij uw eigen bank.' }),
  end({
    key: 'toezegging',
    name: 'Toezegging',
    work: 'promise',
    text: 'Welke dag schikt u? Ik noteer dat u dan {{bedrag}} betaalt. Lukt het toch niet, bel ons dan vóór die dag.',
  }),
  end({
    key: 'regeling',
    name: 'Regeling',
    work: 'plan',
    text: 'Ik zet de termijnen voor u op een rij. U krijgt ze ook op papier of per e-mail.',
  }),
  end({
    key: 'bezwaar',
    name: 'Bezwaar',
    work: 'dispute',
    text: 'Vertelt u rustig wat er niet klopt. Ik schrijf het op en zolang we dit uitzoeken, hoort u niets over betalen.',
  }),
  end({
    key: 'schuldhulp',
    name: 'Heeft schuldhulp',
    work: 'debtHelp',
    result: 'SHV',
    text: 'Goed dat u dat geregeld heeft. Wie helpt u? Dan nemen we verder contact op met hen.',
  }),
  end({
    key: 'bedenktijd',
    name: 'Zoekt hulp',
    work: 'callback',
    text: 'Goed plan. Wanneer mag ik u terugbellen om te horen hoe het gaat?',
  }),
  end({
    key: 'betaald',
    name: 'Al betaald',
    work: 'callback',
    text: 'Dank u. Ik kijk het na en bel u terug als ik de betaling niet vind. Op welke dag betaalde u?',
  }),
  end({ key: 'later', name: 'Later terugbellen', work: 'callback', text: 'Geen probleem. Wanneer schikt het dat ik terugbel?' }),
  end({
    key: 'verkeerd',
    name: 'Verkeerde persoon',
    work: 'wrongPerson',
    text: 'Excuus voor het storen, ik haal dit nummer weg. Nog een prettige dag.',
  }),
]

/** Friendly and lawful: who is on the line comes first, nothing of the debt before it, and help with debts is offered. */
const outgoingGuide: readonly GuidePiece[] = [
  say({
    key: 'opening',
    name: 'Opening',
    isOpen: true,
    text: 'Goedendag, u spreekt met {{medewerker}} van {{bureau}}. Spreek ik met {{naam}}?',
    answers: toThem,
  }),
  ...fromHere,
]

const incomingGuide: readonly GuidePiece[] = [
  say({
    key: 'opening',
    name: 'Opening',
    isOpen: true,
    text: 'Goedendag, u spreekt met {{medewerker}} van {{bureau}}. Fijn dat u belt. Met wie spreek ik?',
    answers: answers(['Noemt zijn naam', 'vaststellen'], ['Belt namens een ander', 'later'], ['Heeft verkeerd gebeld', 'verkeerd']),
  }),
  ...fromHere,
]

/** The conversations of a demo customer: one for all calls, and one for those that come in by its queues. */
export async function insertGuides(tx: Transaction, customerId: number) {
  await insertGuide(tx, { customerId, name: 'Incassogesprek', pieces: outgoingGuide, isDefault: true })
  const queues = await tx.selectFrom('queues').select('id').where('customer_id', '=', customerId).execute()
  if (queues.length === 0) return
  const guideId = await insertGuide(tx, { customerId, name: 'Inkomend gesprek', pieces: incomingGuide, isDefault: false })
  const uses = queues.map(({ id }) => ({ customer_id: customerId, guide_id: guideId, queue_id: id }))
  await tx.insertInto('guide_uses').values(uses).execute()
}

type NewGuide = { customerId: number; name: string; pieces: readonly GuidePiece[]; isDefault: boolean }

async function insertGuide(tx: Transaction, { customerId, name, pieces, isDefault }: NewGuide): Promise<number> {
  const [fault] = checkGuide(pieces, { fields: [] })
  if (fault) throw new Error(`${name}: ${fault.fault} at ${fault.piece}`)
  const { id } = await tx
    .insertInto('guides')
    .values({ customer_id: customerId, name, is_default: isDefault })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = await tx
    .insertInto('guide_versions')
    .values({ customer_id: customerId, guide_id: id, no: 1, pieces: JSON.stringify(pieces), created_by: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('guides').set({ guide_version_id: version.id }).where('customer_id', '=', customerId).where('id', '=', id).execute()
  return id
}
