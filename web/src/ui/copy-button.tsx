import { useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type CopyButtonProps = { text: string; label: string; copiedLabel: string; onCopied?: () => void }

/** Copies a text and says so. Without a clipboard (plain http on another machine) it is not there: the text can be marked by hand. */
export function CopyButton({ text, label, copiedLabel, onCopied }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    onCopied?.()
  }
  return (
    <Button icon={<Icon name={isCopied ? 'tick' : 'copy'} size={16} />} onPress={() => void copy().catch(() => setCopied(false))}>
      <span aria-live="polite">{isCopied ? copiedLabel : label}</span>
    </Button>
  )
}
