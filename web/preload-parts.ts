import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'

type Parts = { chunks: readonly string[]; fonts: readonly string[] }

/** Names parts and typefaces in the page that every screen begins with, so that they are fetched with the entry and not after it. */
export function preloadParts({ chunks, fonts }: Parts): Plugin {
  return {
    name: 'preload-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        Object.values(bundle).flatMap((file): HtmlTagDescriptor[] => {
          if (isOf(file, chunks) && !html.includes(file.fileName)) return [link('modulepreload', file)]
          return isFont(file, fonts) ? [link('preload', file, { as: 'font', type: 'font/woff2' })] : []
        }),
    },
  }
}

type BundleFile = Rollup.OutputAsset | Rollup.OutputChunk

const isOf = (file: BundleFile, names: readonly string[]) => file.type === 'chunk' && names.includes(file.name)

const isFont = (file: BundleFile, names: readonly string[]) => file.type === 'asset' && file.names.some((name) => names.includes(name))

function link(rel: string, { fileName }: BundleFile, more: Record<string, string> = {}): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, crossorigin: '', href: `/${fileName}`, ...more }, injectTo: 'head' }
}
