/**
 * Models by name, in the notation of the command line: {@code max-min:bandwidth=1Gbit/s}.
 *
 * <p>{@link org.tailback.registry.Registry} finds the providers of bandwidth-sharing models, message costs and loss
 * models with {@link java.util.ServiceLoader}; {@link org.tailback.registry.ModelChoice} is a name with parameters:
 *
 * <pre>{@code
 * SharingModel model = Registry.load().model(ModelChoice.parse("max-min:bandwidth=1Gbit/s"));
 * }</pre>
 *
 * <p>Contract of a provider: its {@link org.tailback.registry.Description} names all parameters. Its {@code create}
 * reads them from {@link org.tailback.settings.Settings} and rejects values out of range; keys that {@code create} does
 * not read are reported as errors. A provider is listed in {@code META-INF/services}.
 */
@NullMarked
package org.tailback.registry;

import org.jspecify.annotations.NullMarked;
