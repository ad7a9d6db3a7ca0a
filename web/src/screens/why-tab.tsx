import { Right } from '@regie/contract/right-codes.ts'
import { whyPlaces } from '@regie/contract/why.ts'
import { CasesAtPlace } from '../features/cases/lists/cases-at-place.tsx'
import type { WhyScope } from '../features/why/why-data.ts'
import type { FixAction } from '../features/why/why-fix.tsx'
import { WhyFunnel } from '../features/why/why-funnel.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useRight } from '../session/use-right.ts'
import { useCaseRowWork } from './use-case-row-work.tsx'

type WhyTabProps = { scope: WhyScope; customerID: number; scriptID: number; action?: FixAction }

/** Why nothing happens to a batch or script: its funnel, and below it the cases of the line that was followed. */
export function WhyTab({ scope, customerID, scriptID, action }: WhyTabProps) {
  const [address, changeAddress] = useAddress(['place', 'reason', 'sort'])
  const t = useText()
  const { rowActions, rowDialog } = useCaseRowWork()
  const maySeeCases = useRight([Right.viewCases, Right.viewBatches])
  const place = whyPlaces.find((known) => known === address.place)
  const reason = address.reason === '' ? null : address.reason
  return (
    <>
      <WhyFunnel {...{ scope, customerID, scriptID, action }} chosen={place === undefined ? null : { place, reason }} />
      {place !== undefined && maySeeCases && (
        <CasesAtPlace
          customerID={customerID}
          at={{ ...scope, place, ...(reason !== null && { reason }) }}
          sort={address.sort}
          onSort={(sort) => changeAddress({ sort })}
          label={t('why.tab')}
          rowActions={rowActions}
        />
      )}
      {rowDialog}
    </>
  )
}
