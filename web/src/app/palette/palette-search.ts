import { batchApi } from '@regie/contract/batches.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { userApi } from '@regie/contract/users.ts'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useRight } from '../../session/use-right.ts'

// Faster than one reads, slower than one types.
const typingMs = 120
const lettersMin = { cases: 3, others: 2 }
const shownMax = { cases: 6, others: 4 }

/**
 * Cases, batches and people that the server finds, each by its right. Words that changed since end the questions about the older ones: nothing that is
 * no longer asked is waited for.
 */
export function useFound(customerID: number | null, typed: string) {
  const words = useSettled(typed.trim())
  const isOf = (right: boolean, letters: number) => right && customerID !== null && words.length >= letters
  const ofCustomer = { customerID: customerID ?? 0, q: words }
  const cases = useApi(
    caseApi.search,
    { query: { ...ofCustomer, limit: shownMax.cases } },
    { isEnabled: isOf(useRight(Right.viewCases), lettersMin.cases) },
  )
  const batches = useApi(
    batchApi.list,
    { query: { ...ofCustomer, limit: shownMax.others } },
    { isEnabled: isOf(useRight(Right.viewBatches), lettersMin.others) },
  )
  const people = useApi(
    userApi.list,
    { query: { ...ofCustomer, limit: shownMax.others } },
    { isEnabled: isOf(useRight(Right.viewUsers), lettersMin.others) },
  )
  const rowsOf = <Row>(query: { data: { rows: Row[] } | undefined; isEnabled?: boolean }) => query.data?.rows ?? []
  return {
    cases: rowsOf(cases),
    batches: rowsOf(batches),
    people: rowsOf(people),
    isSearching: typed.trim() !== words || cases.isFetching || batches.isFetching || people.isFetching,
  }
}

/** The words when nothing was typed for a moment. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
