import type { CallIdentity } from '@regie/contract/call-menu.ts'
import { debtFieldOf } from '@regie/contract/script-steps-check.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { NumberInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from '../flow.module.css'
import { NextField } from '../steps/next-field.tsx'
import { TemplateField } from '../texts/template-field.tsx'
import type { CallPartProps } from './call-menu-fields.tsx'

type Props = CallPartProps & {
  identity: CallIdentity | undefined
  /** The texts that anybody hears who picks up. */
  heardFirst: readonly string[]
  onChange: (identity: CallIdentity | undefined) => void
}

const triesMax = 3

/** Whether who picks up shows who they are before the debt is named, and what happens to who does not. */
export function CallIdentityFields({ identity, heardFirst, steps, names, texts, tools, next, isReadOnly, onChange }: Props) {
  const t = useText()
  const asks = names.templates.filter(({ kind, key }) => kind === 'call' && heardFirst.includes(key)).flatMap((one) => one.asks)
  const named = debtFieldOf(asks)
  return (
    <fieldset className={styles.group}>
      <legend>{t('flow.menu.identity')}</legend>
      {!identity && named !== undefined && <Notice tone="warning" icon="error" title={t('flow.menu.namesDebt', { field: named })} />}
      <p className={styles.soft}>{t('flow.menu.identityHelp')}</p>
      {identity && (
        <>
          <TemplateField
            label={t('flow.menu.identified')}
            kind="call"
            value={identity.template}
            {...{ names, texts, tools }}
            isDisabled={isReadOnly}
            onChange={(template) => onChange({ ...identity, template })}
          />
          <NumberInput
            label={t('flow.menu.tries')}
            value={identity.tries}
            min={1}
            max={triesMax}
            isDisabled={isReadOnly}
            onChange={(value) => onChange({ ...identity, tries: Math.min(Math.max(value ?? 1, 1), triesMax) })}
          />
          <NextField
            label={t('flow.menu.failedTo')}
            value={identity.failed}
            steps={steps}
            isDisabled={isReadOnly}
            onChange={(failed) => onChange({ ...identity, failed })}
          />
        </>
      )}
      {!isReadOnly && (
        <div>
          {identity ? (
            <Button kind="quiet" icon={<Icon name="close" size={16} />} onPress={() => onChange(undefined)}>
              {t('flow.menu.removeIdentity')}
            </Button>
          ) : (
            <Button icon={<Icon name="plus" size={16} />} onPress={() => onChange({ template: '', tries: 2, failed: next })}>
              {t('flow.menu.addIdentity')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
