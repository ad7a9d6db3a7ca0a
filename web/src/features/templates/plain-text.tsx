import { simplifySms, smsSegments } from '@regie/contract/sms-segments.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { voiceFor } from '@regie/contract/voices.ts'
import type { TemplateDetail } from '@regie/contract/templates.ts'
import { useRef } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Listen } from '../../session/speech/listen.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { FieldMenu } from './field-menu.tsx'
import styles from './templates.module.css'

type PlainTextProps = {
  template: TemplateDetail
  text: string
  /** As the sample person gets it: that is what is counted. */
  filled: string | null
  locale: Locale
  isReadOnly: boolean
  onChange: (text: string) => void
}

/** The text of an SMS or of a voice, with what it takes to send it. */
export function PlainText({ template, text, filled, locale, isReadOnly, onChange }: PlainTextProps) {
  const t = useText()
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (place: string) => {
    const at = area.current?.selectionEnd ?? text.length
    onChange(`${text.slice(0, at)}${place}${text.slice(at)}`)
    area.current?.focus()
  }
  return (
    <div className={styles.blocks}>
      <TextAreaInput
        label={t(`templates.kinds.${template.kind}`)}
        rows={8}
        value={text}
        isDisabled={isReadOnly}
        inputRef={area as never}
        onChange={onChange}
      />
      {!isReadOnly && (
        <div className={styles.tools}>
          <FieldMenu fields={template.fields} isDisabled={false} onInsert={insert} />
          {template.sections.length > 0 && (
            <Menu
              label={t('templates.blocks.types.section')}
              trigger={<Button>{t('templates.blocks.types.section')}</Button>}
              items={template.sections.map(({ key, name }) => ({ key, label: name, onPress: () => insert(`{{> ${key} }}`) }))}
            />
          )}
        </div>
      )}
      {template.kind === 'sms' && !isReadOnly && simplifySms(text) !== text && (
        <div className={styles.tools}>
          <Button onPress={() => onChange(simplifySms(text))}>{t('templates.sms.cheaper')}</Button>
        </div>
      )}
      {template.kind === 'call' && <Listen customerID={template.customerID} text={filled ?? ''} voice={voiceFor('', locale)} />}
      {template.kind === 'sms' && <Counter text={filled ?? text} />}
    </div>
  )
}

function Counter({ text }: { text: string }) {
  const t = useText()
  const { encoding, units, segments, left, breakers, doubles } = smsSegments(text)
  return (
    <div className={styles.counter} role="status">
      <span>
        {t('templates.sms.count', { segments, units, left })} · {t(`templates.sms.${encoding}`)}
      </span>
      {breakers.length > 0 && <span className={styles.costs}>{t('templates.sms.breakers', { characters: breakers.join(' ') })}</span>}
      {doubles.length > 0 && <span>{t('templates.sms.doubles', { characters: doubles.join(' ') })}</span>}
    </div>
  )
}
