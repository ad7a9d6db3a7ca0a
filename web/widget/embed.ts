// What a customer's site loads: it puts the chat in a frame at the bottom right and makes room for it when it opens. Nothing of the site is read.
;(() => {
  const script = document.currentScript as HTMLScriptElement | null
  const siteKey = script?.dataset.chat
  if (!script || !siteKey) return
  const { origin } = new URL(script.src)
  const frame = document.createElement('iframe')
  const lang = script.dataset.lang ?? document.documentElement.lang
  frame.src = `${origin}/widget/c/${encodeURIComponent(siteKey)}?lang=${encodeURIComponent(lang.slice(0, 5))}`
  frame.title = 'Chat'
  const put = (rules: Partial<CSSStyleDeclaration>) => Object.assign(frame.style, rules)
  put({ position: 'fixed', right: '0', bottom: '0', width: '96px', height: '96px', border: '0', zIndex: '2147483000' })
  // Seen as soon as it says that it may stand here: a site outside the list shows nothing at all.
  put({ visibility: 'hidden', colorScheme: 'normal', background: 'transparent' })
  const sizes = {
    closed: { width: '96px', height: '96px', maxWidth: '', maxHeight: '' },
    open: { width: '408px', height: '640px', maxWidth: '100vw', maxHeight: '100dvh' },
  }
  window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<{ regieChat?: keyof typeof sizes; title?: string }>) => {
    if (source !== frame.contentWindow || from !== origin) return
    const state = data?.regieChat
    if (state !== 'open' && state !== 'closed') return
    if (typeof data.title === 'string') frame.title = data.title
    put({ visibility: 'visible', ...sizes[state] })
    // A phone has no room beside it.
    if (state === 'open' && window.innerWidth < 480) put({ width: '100vw', height: '100dvh' })
  })
  const show = () => document.body.append(frame)
  if (document.body) show()
  else document.addEventListener('DOMContentLoaded', show)
})()
