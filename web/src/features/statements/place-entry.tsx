import { type BankEntry, type EntryProposal, statementApi } from '@regie/contract/bank-statements.ts'
import { type ReactNode, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { useBookEntry, useCaseSearch, useIgnoreEntry, useProposals } from './statements-data.ts'
import styles from './statements.module.css'

type Props = { customerID: number; entry: BankEntry; onDone: () => void }
type Choice = Pick<EntryProposal, 'caseID' | 'caseNumber' | 'name' | 'openCents' | 'currency'> & { why?: EntryProposal['why'] }

/** Where an entry that waits is placed: at a proposed case, at another one that is looked for, or aside. */
export function PlaceEntry({ customerID, entry, onDone }: Props) {
  const t = useText()
  const proposals = useProposals(entry.entryID)
  const book = useBookEntry()
  const [q, setQ] = useState('')
  const [isAside, setAside] = useState(false)
  const [asked, setAsked] = useState<Elsewhere | null>(null)
  const take = async ({ caseID, caseNumber }: Choice, isMeant: boolean) => {
    await book.mutateAsync({ params: { entryID: entry.entryID }, body: { caseID, isMeant } })
    notify(t('statements.place.booked', { amount: formatMoney(entry.amountCents, entry.currency), number: caseNumber }))
    onDone()
  }
  // Whether the payer names another case is for the server to say, for whoever books.
  const ask = (choice: Choice) =>
    take(choice, false).catch((failure: unknown) => {
      const numbers = othersNamed(failure)
      if (numbers !== null) setAsked({ choice, numbers })
    })
  const choices = (cases: readonly Choice[]) => (
    <ul className={styles.choices}>
      {cases.map((one) => (
        <ChoiceRow key={one.caseID} entry={entry} choice={one} isBusy={book.isPending} onBook={() => void ask(one)} />
      ))}
    </ul>
  )
  return (
    <div className={styles.opened}>
      <EntryFacts entry={entry} />
      <section aria-label={t('statements.place.proposals')}>
        <Loaded query={proposals} lines={2}>
          {(found) => (found.length === 0 ? <p className={styles.quiet}>{t('statements.place.none')}</p> : choices(found))}
        </Loaded>
      </section>
      {book.error !== null && othersNamed(book.error) === null && <FailureText failure={book.error} />}
      <div className={styles.other}>
        <SearchInput label={t('statements.place.search')} placeholder={t('statements.place.searchHelp')} value={q} onSearch={setQ} />
        <Can to={statementApi.ignore}>
          {(reason) => (
            <Button reason={reason} onPress={() => setAside(true)}>
              {t('statements.place.ignore')}
            </Button>
          )}
        </Can>
      </div>
      <Found customerID={customerID} q={q} show={choices} />
      {asked && <ElsewhereQuestion entry={entry} {...asked} onBook={() => take(asked.choice, true)} onClose={() => setAsked(null)} />}
      {isAside && <AsideQuestion entry={entry} onDone={onDone} onClose={() => setAside(false)} />}
    </div>
  )
}

type FoundProps = { customerID: number; q: string; show: (cases: readonly Choice[]) => ReactNode }

function Found({ customerID, q, show }: FoundProps) {
  const t = useText()
  const { isSearching, isLoading, failure, retry, rows } = useCaseSearch(customerID, q)
  if (!isSearching || (isLoading && failure === null)) return null
  if (failure !== null) return <ErrorState failure={failure} onRetry={retry} />
  if (rows.length === 0) return <p className={styles.quiet}>{t('statements.place.nothing')}</p>
  return show(
    rows.map(({ caseID, caseNumber, name, outstandingCents, currency }) => ({
      caseID,
      caseNumber,
      name,
      openCents: outstandingCents,
      currency,
    })),
  )
}

type ChoiceProps = { entry: BankEntry; choice: Choice; isBusy: boolean; onBook: () => void }

function ChoiceRow({ entry, choice: { caseID, caseNumber, name, openCents, currency, why }, isBusy, onBook }: ChoiceProps) {
  const t = useText()
  const amount = formatMoney(entry.amountCents, entry.currency)
  const refusal = currency === entry.currency ? undefined : t('statements.reasons.otherCurrency')
  const leaves = () => {
    if (openCents === null) return t('statements.place.openUnknown')
    const rest = openCents - entry.amountCents
    if (refusal !== undefined) return refusal
    if (rest === 0) return t('statements.place.exact')
    return t(rest > 0 ? 'statements.place.left' : 'statements.place.over', { amount: formatMoney(Math.abs(rest), currency) })
  }
  return (
    <li className={styles.choice}>
      <span className={styles.words}>
        <span>
          <AppLink to={paths.case(caseID)}>{caseNumber}</AppLink> {name}
        </span>
        <span className={styles.quiet}>
          {openCents !== null && `${t('statements.place.open', { amount: formatMoney(openCents, currency) })} · `}
          {leaves()}
        </span>
      </span>
      {why !== undefined && (
        <Badge tone={why === 'reference' ? 'success' : 'info'} icon={why === 'reference' ? 'check' : 'info'}>
          {t(`statements.place.why.${why}`)}
        </Badge>
      )}
      <Can to={statementApi.book} refusal={refusal}>
        {(reason) => (
          <Button kind="main" reason={reason} isBusy={isBusy} onPress={onBook}>
            {t('statements.place.bookAt', { amount, number: caseNumber })}
          </Button>
        )}
      </Can>
    </li>
  )
}

/** A case that the payer does not name, and those that they do. */
type Elsewhere = { choice: Choice; numbers: string }
type ElsewhereProps = Elsewhere & { entry: BankEntry; onBook: () => Promise<void>; onClose: () => void }

const othersNamed = (failure: unknown): string | null =>
  failure instanceof ApiFailure && failure.code === 'statement.namesOther' ? String(failure.params['numbers']) : null

/** Asked before money is booked at another case than the one that the payer names: that one stays open, and this one's link ends. */
function ElsewhereQuestion({ entry, numbers, choice, onBook, onClose }: ElsewhereProps) {
  const t = useText()
  return (
    <ConfirmDialog
      isOpen
      kind="danger"
      title={t('statements.elsewhere.title', { number: choice.caseNumber })}
      verb={t('statements.elsewhere.verb', { number: choice.caseNumber })}
      onConfirm={onBook}
      onClose={onClose}
    >
      <p>{t('statements.elsewhere.text', { numbers, number: `${choice.caseNumber} (${choice.name})` })}</p>
      {entry.text !== '' && <p className={styles.quiet}>{entry.text}</p>}
    </ConfirmDialog>
  )
}

function AsideQuestion({ entry, onDone, onClose }: { entry: BankEntry; onDone: () => void; onClose: () => void }) {
  const t = useText()
  const ignore = useIgnoreEntry()
  const [reason, setReason] = useState('')
  const run = async () => {
    await ignore.mutateAsync({ params: { entryID: entry.entryID }, body: { reason } })
    notify(t('statements.ignore.done'))
    onDone()
  }
  const name = entry.counterName === '' ? t('statements.entries.unnamed') : entry.counterName
  return (
    <ConfirmDialog
      isOpen
      title={t('statements.ignore.title')}
      verb={t('statements.ignore.verb')}
      isDisabled={reason.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{t('statements.ignore.text', { amount: formatMoney(entry.amountCents, entry.currency), name })}</p>
      <TextAreaInput label={t('statements.ignore.reason')} isRequired maxLength={500} value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
