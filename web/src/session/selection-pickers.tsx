import { useText } from '../locales/i18n.tsx'
import { SearchSelect } from '../ui/search-select/search-select.tsx'
import { chooseCustomer, chooseScript, useSelection } from './selection.ts'
import styles from './selection-pickers.module.css'

/** The customer and the script that the screens show. */
export function SelectionPickers() {
  const t = useText()
  const { customerID, scriptID, customers, scripts } = useSelection()
  const nobody = customerID === null ? [{ value: '', label: t('selection.chooseCustomer') }] : []
  return (
    <div className={styles.pickers}>
      <SearchSelect
        label={t('selection.customer')}
        isLabelHidden
        value={String(customerID ?? '')}
        onChange={(value) => chooseCustomer(value === '' ? null : Number(value))}
        options={[...nobody, ...customers.map((customer) => ({ value: String(customer.customerID), label: customer.name }))]}
      />
      <SearchSelect
        label={t('selection.script')}
        isLabelHidden
        isDisabled={customerID === null}
        value={String(scriptID ?? '')}
        onChange={(value) => chooseScript(value === '' ? null : Number(value))}
        options={[
          { value: '', label: t('selection.allScripts') },
          ...scripts.map((script) => ({ value: String(script.scriptID), label: script.name })),
        ]}
      />
    </div>
  )
}
