// The address of the page on screen. A new page renders in the background, so that the pressed tab is marked
// before it.
import { createContext, type ReactNode, startTransition, use, useLayoutEffect, useState } from 'react'
import { type BaseLocationHook, type BaseSearchHook, Router } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { go, pageOf, useScrollToTop } from './navigation.ts'

const addressNow = () => ({ pathname: location.pathname, search: location.search })

/** Separate, because a dialog changes only the search, and the routes needn't render again for that. */
const Pathname = createContext('')
const Search = createContext('')
const useShownLocation: BaseLocationHook = () => [use(Pathname), go]
const useShownSearch: BaseSearchHook = () => use(Search)
const HOOKS = { hook: useShownLocation, searchHook: useShownSearch }

/**
 * Makes wouter's hooks return the address of the page on screen. `children` must be constant, or they render
 * twice.
 */
export function PageOnScreen({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(addressNow)
  useScrollToTop()
  useLayoutEffect(() => {
    let requested = pageOf(location)
    const onNavigation = ({ type }: Event) => {
      const before = requested
      requested = pageOf(location)
      const show = () => setAddress(addressNow())
      // Back restores the scroll position, for which the page has to be there.
      if (type === 'popstate' || requested === before) show()
      else startTransition(show)
    }
    // wouter dispatches the second and the third.
    const types = ['popstate', 'pushState', 'replaceState']
    types.forEach((type) => addEventListener(type, onNavigation))
    return () => types.forEach((type) => removeEventListener(type, onNavigation))
  }, [])
  return (
    <Pathname value={address.pathname}>
      <Search value={address.search}>
        <Router {...HOOKS}>{children}</Router>
      </Search>
    </Pathname>
  )
}

/** The path that the person opened, as long as another page is still on screen. */
export function useRequestedPath(): string | undefined {
  const requested = usePathname()
  return requested === use(Pathname) ? undefined : requested
}
