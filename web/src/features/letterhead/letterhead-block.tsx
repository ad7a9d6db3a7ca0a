import { type Letterhead, letterheadApi, shownIban } from '@regie/contract/letterheads.ts'
import { useApi } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import styles from './letterhead.module.css'

/** The head of a letter: the logo, or the name where there is none, and beside it how the customer is reached. */
export function LetterheadBlock({ letterhead }: { letterhead: Letterhead }) {
  const t = useText()
  const { name, logo, address, phone, email, chamberNumber, iban } = letterhead
  const chamber = chamberNumber === '' ? '' : t('letterhead.chamberOf', { number: chamberNumber })
  const account = iban === '' ? '' : t('letterhead.ibanOf', { iban: shownIban(iban.replaceAll(' ', '')) })
  const reach = [phone, email, chamber, account].filter((line) => line !== '')
  return (
    <div className={styles.block}>
      {logo === null ? <p className={styles.name}>{name}</p> : <img className={styles.logo} src={logo} alt={name} />}
      <address className={styles.reach}>
        {logo !== null && <b>{name}</b>}
        {address !== '' && <span>{address}</span>}
        {reach.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </div>
  )
}

/** The same for a paper of the customer; until it is known, and where it cannot be asked, nothing. */
export function LetterheadOf({ customerID }: { customerID: number }) {
  const { data } = useApi(letterheadApi.get, { params: { customerID } }, { staleMs: 600_000 })
  return data === undefined ? null : <LetterheadBlock letterhead={data} />
}
