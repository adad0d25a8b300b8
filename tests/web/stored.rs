//! The page of a web host: what its service worker keeps, and what it does without the host.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::browser::{Browser, Tab};
use crate::checks::READY;

/// Of what is stored on a host a new version takes away older ones of the same copy of the page, and nothing that others have
/// there; pages that are open keep the version that serves them; and the second name of the page is answered by the first.
pub(crate) fn caches(tab: &mut Tab) -> Result<()> {
    let seen = tab.value(
        "(async () => { const heard = {}, deleted = []; let done, own, answer, skipped = false; \
         const script = await (await fetch('service.js')).text(); \
         const [here, there] = ['https://host/tengen/', 'https://host/tengen-beta/']; \
         const stores = { another: here, 'tengen-older': here, 'tengen-other': there, \
         ['tengen-old ' + here]: here, ['tengen-old ' + there]: there }; \
         const caches = { keys: async () => Object.keys(stores), delete: async (name) => deleted.push(name), \
         open: async (name) => { own = name; return { addAll: async () => { stores[name] = here; } }; }, \
         match: async (address, { cacheName }) => stores[cacheName] === address ? cacheName : undefined }; \
         Object.assign(globalThis, { registration: { scope: here }, clients: { claim: () => {} }, \
         skipWaiting: () => { skipped = true; } }); \
         new Function('addEventListener', 'caches', script)((name, hear) => { heard[name] = hear; }, caches); \
         const waitUntil = (work) => { done = work; }; \
         heard.install({ waitUntil }); await done; heard.activate({ waitUntil }); await done; \
         const request = { method: 'GET', url: here + 'index.html?a' }; \
         heard.fetch({ request, respondWith: (work) => { answer = work; } }); \
         return { deleted: deleted.sort(), skipped, kept: (await answer) === own }; })()",
    )?;
    let due = json!({
        "deleted": ["tengen-old https://host/tengen/", "tengen-older"],
        "skipped": false,
        "kept": true,
    });
    ensure!(seen == due, "what a new version does: {seen}");
    Ok(())
}

/// The page of the folder, once its service worker has stored it.
pub(crate) fn stored(browser: &Browser, address: &str) -> Result<Tab> {
    let mut tab = browser.open(address, 1280, false)?;
    tab.wait(READY)?;
    tab.wait("navigator.serviceWorker.controller")?;
    Ok(tab)
}

/// A browser offers to install the page.
pub(crate) fn installable(tab: &mut Tab) -> Result<()> {
    let lacking = tab.call("Page.getInstallabilityErrors", json!({}))?;
    ensure!(lacking["installabilityErrors"] == json!([]), "it cannot be installed: {lacking}");
    Ok(())
}

/// The page goes on when its host is gone.
pub(crate) fn offline(tab: &mut Tab, address: &str) -> Result<()> {
    tab.go(&format!("{address}#h8"))?;
    tab.wait("tengen.state.moves === 'h8'")?;
    tab.value("globalThis.isOld = true")?;
    tab.call("Page.reload", json!({}))?;
    tab.wait("!globalThis.isOld && tengen.state.moves === 'h8'")?;
    // The host redirected the second name of the page while it was there.
    tab.go(&format!("{address}index.html#h8"))?;
    tab.wait("location.pathname === '/index.html' && tengen.state.moves === 'h8'")?;
    tab.click("#analyse")?;
    tab.wait("tengen.lines.length > 0")?;
    Ok(())
}
