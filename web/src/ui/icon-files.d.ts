// The package types only its barrel; we import icons one file each, so that a chunk carries the ones it shows.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'
  const icon: Icon
  export default icon
}
