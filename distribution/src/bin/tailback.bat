@echo off
rem The tailback command of a release: runs lib\tailback.jar beside this folder with a Java 17 or newer.
rem Untested by the build, which has no Windows: the workflow .github/workflows/build.yml runs it there.
rem   JAVA_HOME           the Java to use; otherwise the java on the PATH
rem   TAILBACK_JAVA_OPTS  further options for the JVM, for example -Xmx8g
setlocal DisableDelayedExpansion
set "JAR=%~dp0..\lib\tailback.jar"
if exist "%JAR%" goto java
echo tailback: there is no "%JAR%": unpack the whole archive again 1>&2
exit /b 1
:java
set "JAVA=java"
if not defined JAVA_HOME goto search
set "JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%JAVA%" goto run
echo tailback: JAVA_HOME is "%JAVA_HOME%", but there is no bin\java.exe in it 1>&2
exit /b 1
:search
where /q java
if not errorlevel 1 goto run
echo tailback: no java found: install Java 17 or newer, or set JAVA_HOME 1>&2
exit /b 1
:run
set "TUNING=-Xlog:disable -Xlog:all=error:stderr"
rem one collector by default; the user may choose another
echo %TAILBACK_JAVA_OPTS% %JAVA_TOOL_OPTIONS% %JDK_JAVA_OPTIONS% | findstr /c:"-XX:+Use" | findstr /c:"GC" >nul
if errorlevel 1 goto serial
if "%~1"=="serve" goto serve
goto short
:serial
set "TUNING=%TUNING% -XX:+UseSerialGC"
if "%~1"=="serve" goto serve
set "TUNING=%TUNING% -Xmn8m"
:short
set "TUNING=%TUNING% -XX:MaxInlineSize=20 -XX:FreqInlineSize=80 -XX:CompileThresholdScaling=2"
goto start
:serve
set "TUNING=%TUNING% -Xms48m"
:start
"%JAVA%" %TUNING% %TAILBACK_JAVA_OPTS% -cp "%JAR%" org.tailback.cli.Main %*
exit /b %ERRORLEVEL%
