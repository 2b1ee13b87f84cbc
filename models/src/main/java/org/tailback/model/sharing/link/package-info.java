/** What the models that share links have in common: messages on their routes. */
package org.tailback.model.sharing.link;
