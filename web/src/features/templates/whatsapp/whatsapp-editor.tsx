import type { WrittenBody } from '@regie/contract/templates.ts'
import { type ComponentProps, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { ChipChoice } from '../../../ui/chip-choice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PlainText } from '../plain-text.tsx'
import { ApprovedEditor } from './approved-editor.tsx'
import { ChoicesEditor } from './choices-editor.tsx'
import styles from './whatsapp.module.css'

type WhatsappEditorProps = Omit<ComponentProps<typeof PlainText>, 'text' | 'onChange'> & {
  body: WrittenBody
  onChange: (body: WrittenBody) => void
}
type Parts = Pick<WrittenBody, 'approved' | 'choices'>

/** A text that Meta approved, or one of our own for who wrote within the last 24 hours, with the answers that it offers. */
export function WhatsappEditor({ body, onChange, ...rest }: WhatsappEditorProps) {
  const t = useText()
  const { template, locale, isReadOnly } = rest
  const { approved, choices, ...words } = body
  const kind = choices === undefined ? 'approved' : 'own'
  // Who looks at the other kind and comes back finds what stood there.
  const [other, setOther] = useState<Parts>({})
  const turn = (to: 'approved' | 'own') => {
    if (to === kind) return
    setOther({ ...(approved && { approved }), ...(choices && { choices }) })
    onChange(
      to === 'own'
        ? { ...words, choices: other.choices ?? { kind: 'none' } }
        : { ...words, ...(other.approved && { approved: other.approved }) },
    )
  }
  return (
    <div className={styles.editor}>
      {!isReadOnly && (
        <ChipChoice
          label={t('templates.own.kind')}
          value={kind}
          onChange={turn}
          options={(['approved', 'own'] as const).map((value) => ({ value, label: t(`templates.own.kinds.${value}`) }))}
        />
      )}
      {choices === undefined ? (
        <ApprovedEditor {...{ template, locale, isReadOnly, approved }} onChange={(chosen) => onChange({ ...words, approved: chosen })} />
      ) : (
        <>
          <Notice>{t('templates.own.window')}</Notice>
          <PlainText {...rest} text={body.text} onChange={(text) => onChange({ ...body, text })} />
          <ChoicesEditor {...{ choices, isReadOnly }} onChange={(changed) => onChange({ ...body, choices: changed })} />
        </>
      )}
    </div>
  )
}
