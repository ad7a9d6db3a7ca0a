import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './next-case.module.css'

type CaseLineProps = {
  row: { caseID: number; caseNumber: string; name: string }
  /** When, in front of the name. */
  when?: ReactNode
  note?: ReactNode
  children?: ReactNode
}

/** A case on a list of the first screen: when, who, a word about it, and what one may do. */
export function CaseLine({ row: { caseID, caseNumber, name }, when, note, children }: CaseLineProps) {
  return (
    <li className={styles.line}>
      {when !== undefined && <span className={styles.when}>{when}</span>}
      <span className={styles.who}>
        <AppLink to={paths.case(caseID)}>{name === '' ? caseNumber : name}</AppLink>
        {note !== undefined && note !== '' && <span className={styles.note}>{note}</span>}
      </span>
      {children}
    </li>
  )
}
