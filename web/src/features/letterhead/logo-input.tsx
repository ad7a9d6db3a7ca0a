import { useState } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import styles from './letterhead.module.css'

type LogoInputProps = { logo: string | null; error: string | undefined; bytesMax: number; onChange: (logo: string | null) => void }

/** A logo to choose, to see and to take away. What is no PNG, or too large, is refused here already; the server looks at the bytes. */
export function LogoInput({ logo, error, bytesMax, onChange }: LogoInputProps) {
  const t = useText()
  const [refusal, setRefusal] = useState<'letterhead.logoInvalid' | 'letterhead.logoTooLarge' | null>(null)
  async function take(file: File) {
    if (file.size > bytesMax) return setRefusal('letterhead.logoTooLarge')
    const url = await readPng(file)
    setRefusal(url === null ? 'letterhead.logoInvalid' : null)
    if (url !== null) onChange(url)
  }
  if (logo !== null)
    return (
      <div className={styles.chosen}>
        <img className={styles.logo} src={logo} alt={t('letterhead.logo')} />
        {error !== undefined && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <Button onPress={() => onChange(null)}>{t('letterhead.removeLogo')}</Button>
      </div>
    )
  return (
    <FileDrop
      label={t('letterhead.chooseLogo')}
      help={t('letterhead.logoHelp')}
      accept={['']}
      maxBytes={Number.POSITIVE_INFINITY}
      error={refusal === null ? error : errorText(refusal)}
      onFile={(file) => void take(file)}
    />
  )
}

const pngStart = [0x89, 0x50, 0x4e, 0x47]

async function readPng(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!pngStart.every((byte, index) => bytes[index] === byte)) return null
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result).replace(/^data:[^;]*;/, 'data:image/png;'))
  reader.onerror = () => resolve(null)
  reader.readAsDataURL(file)
  return promise
}
